// Slow: it waits until a silent name server times out.
import dgram from "node:dgram";
import { promises as dns } from "node:dns";
import { pbkdf2 } from "node:crypto";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { parseHosts, RESOLVE_TIMEOUT_MS, resolveName } from "@/lib/infra/network/resolve-name";

type Answer = (question: Buffer, type: number) => Buffer | undefined;
const A = 1;
const AAAA = 28;
const NAME_ERROR = 3;

let socket: dgram.Socket;
let answer: Answer = () => undefined;
let questions = 0;

/** A real name server, which responds as the test says, or never. */
beforeAll(async () => {
  socket = dgram.createSocket("udp4").on("message", (question, { port, address }) => {
    questions += 1;
    const reply = answer(
      question,
      question.readUInt16BE(question.length - (question.includes(Buffer.from([0, 0, 41])) ? 15 : 4)),
    );
    if (reply) socket.send(reply, port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  const { Resolver } = dns;
  const server = `127.0.0.1:${socket.address().port}`;
  vi.spyOn(dns, "Resolver").mockImplementation(function (options) {
    const resolver = new Resolver(options);
    resolver.setServers([server]);
    return resolver;
  });
});
afterAll(() => socket.close());
afterEach(() => {
  answer = () => undefined;
  questions = 0;
});

/** Builds a reply: header, question and records. */
function reply(question: Buffer, code: number, records: Buffer[] = []): Buffer {
  const end = question.indexOf(0, 12) + 5;
  const header = Buffer.from(question.subarray(0, 12));
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(records.length, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([header, question.subarray(12, end), ...records]);
}

const record = (type: number, bytes: number[]) =>
  Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes]);

describe("a name", () => {
  test("resolves to all its addresses, of both families", async () => {
    answer = (question, type) =>
      reply(
        question,
        0,
        type === A
          ? [record(A, [1, 1, 1, 1]), record(A, [10, 0, 0, 1])]
          : type === AAAA
            ? [record(AAAA, [0x26, 6, ...Array<number>(13).fill(0), 1])]
            : [],
      );
    expect((await resolveName("both.example")).toSorted()).toEqual(["1.1.1.1", "10.0.0.1", "2606::1"]);
  });

  test("that does not exist is distinguished from a name server's failure", async () => {
    answer = (question) => reply(question, NAME_ERROR);
    await expect(resolveName("absent.example")).rejects.toMatchObject({ code: "ENOTFOUND" });
    answer = (question) => reply(question, 2);
    await expect(resolveName("broken.example")).rejects.toMatchObject({ code: "EAI_AGAIN" });
  });

  test("whose server never responds times out, without occupying Node's threads", { timeout: 60_000 }, async () => {
    const startedAt = performance.now();
    let ended = 0;
    const lookups = Array.from({ length: 60 }, (_, index) =>
      resolveName(`silent-${index}.example`)
        .catch((error: NodeJS.ErrnoException) => error.code)
        .finally(() => (ended += 1)),
    );
    for (let hash = 0; hash < 4; hash += 1) await promisify(pbkdf2)("password", "salt", 1000, 32, "sha256");
    expect(ended).toBe(0);
    expect(new Set(await Promise.all(lookups))).toEqual(new Set(["EAI_AGAIN"]));
    // Node's four threads would need 15 timeouts for them.
    expect(performance.now() - startedAt).toBeLessThan(4 * RESOLVE_TIMEOUT_MS);
  });

  test("is looked up only once for concurrent callers", async () => {
    answer = (question, type) => reply(question, 0, type === A ? [record(A, [1, 1, 1, 1])] : []);
    await Promise.all(Array.from({ length: 50 }, () => resolveName("popular.example")));
    expect(questions).toBeLessThanOrEqual(4);
  });

  test("is rejected beyond the bound on concurrent names", { timeout: 20_000 }, async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        resolveName(`many-${index}.example`).catch((error: NodeJS.ErrnoException) => error.code),
      ),
    );
    expect(outcomes.filter((code) => code === "EBUSY")).toHaveLength(44);
  });

  test("of this machine is resolved without a name server", async () => {
    for (const name of ["localhost", "LOCALHOST.", "a.localhost"])
      expect(await resolveName(name)).toEqual(["127.0.0.1", "::1"]);
    expect(questions).toBe(0);
  });
});

test("parses a hosts file with comments, several names and several addresses", () => {
  const names = parseHosts(
    "# local\n127.0.0.1 localhost\n10.1.2.3\treceiver.lan Receiver # ours\n\nfd00::1 receiver.lan\nnonsense here\n",
  );
  expect(names.get("receiver.lan")).toEqual(["10.1.2.3", "fd00::1"]);
  expect(names.get("receiver")).toEqual(["10.1.2.3"]);
  expect(names.has("here")).toBe(false);
});
