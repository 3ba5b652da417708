import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Attack, attack } from "./attack";
import { crowd, everySecond } from "./crowd";
import { animatedWebp, bombs, dot, noise } from "./hostile-images";
import { beside } from "./beside";
import { newMember, newMembers } from "./member";
import type { Asking, Target } from "./target";

const BOUNDARY = "siege";

/** A form with one picture. */
function formOf(image: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="image"; filename="a"\r\nContent-Type: image/png\r\n\r\n`,
    ),
    image,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
}

const MULTIPART = { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` };

const upload = (
  target: Target,
  key: string,
  form: Buffer,
  more: { from?: number; headers?: Record<string, string> } = {},
) =>
  target.ask({
    method: "POST",
    path: "/api/v1/images",
    key,
    body: form,
    from: more.from,
    headers: { ...MULTIPART, ...more.headers },
  });

const askedUpload = (key: string, form: Buffer): Asking => ({
  method: "POST",
  path: "/api/v1/images",
  key,
  body: form,
  headers: MULTIPART,
});
/** A separate process draws it, alongside those of others. */
const UPLOAD_P90_MS = 1500;

const KEYS = 8;

/** One account with several keys: were limits per key, it would have several times the budget. */
async function newUploader() {
  const { account, cookie } = await newMember();
  const keys = await Promise.all(Array.from({ length: KEYS }, () => account.keyWith(["write:media"])));
  return { cookie, keyOf: (n: number) => keys[n % KEYS]! };
}

async function withImage() {
  return { ...(await newUploader()), form: formOf(await animatedWebp()) };
}

export const IMAGES: Attack[] = [
  attack({
    name: "pictures-animated",
    description: "three small animated pictures a second of 49 megapixels each, with an Idempotency-Key",
    prepare: withImage,
    run: (target, signal, { keyOf, form }) =>
      everySecond(3, signal, (n) =>
        upload(target, keyOf(n), form, { from: n, headers: { "Idempotency-Key": randomUUID() } }),
      ),
  }),
  attack({
    name: "pictures-equal",
    description: "the same animated picture fifty times at once with one Idempotency-Key, again and again",
    prepare: withImage,
    run: (target, signal, { keyOf, form }) =>
      crowd(50, signal, (client, round) =>
        upload(target, keyOf(client), form, { from: client, headers: { "Idempotency-Key": `storm-${round}` } }),
      ),
  }),
  attack({
    name: "pictures-abandoned",
    description: "ten uploads at once, sent to the end and hung up on, again and again",
    prepare: withImage,
    run: (target, signal, { keyOf, form }) =>
      crowd(10, signal, async (client, round) => {
        const socket = target.open({ from: client });
        socket.write(
          target.head("POST /api/v1/images", {
            ...MULTIPART,
            Authorization: `Bearer ${keyOf(client + round)}`,
            "Content-Length": form.length,
          }),
        );
        socket.write(round % 2 ? form : form.subarray(0, form.length - 100));
        await sleep(300);
        socket.destroy();
      }),
  }),
  attack({
    name: "pictures-of-one-account",
    description: "eight dear pictures at once by one account, beside another account's small one",
    prepare: async () => ({ ...(await withImage()), other: await newMember(), small: formOf(await dot()) }),
    run: (target, signal, { keyOf, form, other, small }) =>
      Promise.all([
        crowd(8, signal, (client) => upload(target, keyOf(client), form, { from: client })),
        beside(target, signal, () => askedUpload(other.key, small), { p90Ms: UPLOAD_P90_MS, periodMs: 1000 }),
      ]),
  }),
  attack({
    name: "uploads-unfinished",
    description: "thirty uploads of 200 kB that are begun by each of four accounts, beside another account's small one",
    prepare: async () => ({ members: await newMembers(4), other: await newMember(), small: formOf(await dot()) }),
    async run(target, signal, { members, other, small }) {
      const sockets = members.flatMap(({ key }, n) =>
        Array.from({ length: 30 }, (_, m) => {
          const socket = target.open({ from: n * 30 + m });
          const headers = { ...MULTIPART, Authorization: `Bearer ${key}`, "Content-Length": 200_000 };
          socket.write(target.head("POST /api/v1/images", headers));
          socket.write(small.subarray(0, 60));
          return socket;
        }),
      );
      await beside(target, signal, () => askedUpload(other.key, small), { p90Ms: UPLOAD_P90_MS, periodMs: 1000 });
      for (const socket of sockets) socket.destroy();
    },
  }),
  attack({
    name: "pictures-bombs",
    description: "pictures of one colour and 49 megapixels in a few kilobytes, and of more",
    prepare: async () => ({ ...(await newUploader()), forms: (await bombs()).map(formOf) }),
    run: (target, signal, { keyOf, forms }) =>
      crowd(6, signal, (client, round) =>
        upload(target, keyOf(client + round), forms[(client + round) % forms.length]!, { from: client }),
      ),
  }),
  attack({
    name: "pictures-of-oneself",
    description: "an animated picture of oneself, chosen again and again from ten addresses",
    prepare: withImage,
    run: (target, signal, { cookie, form }) =>
      crowd(10, signal, (client, round) =>
        target.ask({
          method: "POST",
          path: "/api/account/avatar",
          cookie,
          body: form,
          headers: MULTIPART,
          from: client + round * 10,
        }),
      ),
  }),
  attack({
    name: "pictures-unread",
    description: "a picture of 5 MB asked for by 300 readers who read nothing",
    async prepare(target) {
      const { key } = await newMember();
      const { id } = JSON.parse((await upload(target, key, formOf(await noise()))).text) as { id: string };
      return `/api/media/${id}`;
    },
    async run(target, signal, path) {
      const sockets = Array.from({ length: 300 }, (_, client) => target.open({ from: client, deaf: true }));
      for (const socket of sockets) socket.write(target.head(`GET ${path}`));
      await crowd(1, signal, () => sleep(200));
      for (const socket of sockets) socket.destroy();
    },
  }),
  attack({
    name: "forms-endless",
    description: "uploads of thousands of parts, of endless part headers, and of no end",
    prepare: newUploader,
    run: (target, signal, { keyOf }) =>
      crowd(12, signal, (client, round) =>
        upload(target, keyOf(client), FORMS[(client + round) % FORMS.length]!, { from: client }),
      ),
  }),
];

const part = (n: number) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="f${n}"\r\n\r\n${n}\r\n`;

const FORMS: Buffer[] = [
  Buffer.from(Array.from({ length: 60_000 }, (_, n) => part(n)).join("") + `--${BOUNDARY}--\r\n`),
  Buffer.from(`--${BOUNDARY}\r\n${"X-Header: a\r\n".repeat(200_000)}`),
  Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${"n".repeat(3_000_000)}"\r\n\r\n`),
  Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${"a=b; ".repeat(400_000)}\r\n\r\n`),
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n`),
    Buffer.from(`\r\n--${BOUNDARY.slice(0, -1)}`.repeat(300_000)),
  ]),
];
