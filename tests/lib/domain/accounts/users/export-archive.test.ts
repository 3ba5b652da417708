import { createHash, createPublicKey, verify } from "node:crypto";
import { expect, test } from "vitest";
import type { ArchiveSignature, Manifest } from "@/lib/domain/accounts/archive/schema";
import { getArchiveKey } from "@/lib/domain/accounts/archive/signing";
import { createPost, deletePost } from "@/lib/domain/writing/posts/commands";
import { exportArchive } from "@/lib/domain/accounts/users/export";
import { zipOf } from "@/lib/http/response/zip-stream";
import { database } from "@/lib/infra/database/db";
import { env } from "@/lib/infra/environment/env";
import { png } from "@/tests/lib/domain/writing/media/images";
import { readArchive, readExport } from "@/tests/support/export";
import { newImage } from "@/tests/support/images";
import { later, newPerson } from "@/tests/support/people";
import { unzip } from "@/tests/support/unzip";

const leases = (userId: string) => database().prisma.exportLease.count({ where: { userId } });

test("an archive has every list of the export as a file, and every image as it is stored", async () => {
  const ada = await newPerson();
  const images = [await newImage(ada), await newImage(ada)];
  await createPost(ada, { content: "Look", media_ids: images, audience: "PUBLIC" });
  const files = unzip(await readArchive(ada));
  const { account, exportedAt, ...lists } = await readExport(ada);
  const written = (name: string) => JSON.parse(String(files.get(name))) as unknown;
  expect(written("account.json")).toEqual({ exportedAt, ...account });
  for (const [name, rows] of Object.entries(lists)) expect(written(`${name}.json`), name).toEqual(rows);
  for (const id of images) expect(files.get(`media/${id}.png`)).toEqual(Buffer.from(await png()));
  const activityStreams = ["activitystreams/actor.json", "activitystreams/outbox.json"];
  expect([...files.keys()]).toEqual([
    ...["account", ...Object.keys(lists)].map((name) => `${name}.json`),
    ...activityStreams,
    ...images.toReversed().map((id) => `media/${id}.png`),
    "manifest.json",
    "signature.json",
  ]);
});

test("an archive lists its files with their SHA-256, signed by the site", async () => {
  const ada = await newPerson();
  await createPost(ada, { content: "Look", media_ids: [await newImage(ada)], audience: "PUBLIC" });
  const files = unzip(await readArchive(ada));
  const manifest = JSON.parse(String(files.get("manifest.json"))) as Manifest;
  expect(manifest).toMatchObject({
    format: "pegboard-archive",
    version: 1,
    site: env().siteUrl,
    exportedAt: ada.now.toISOString(),
    account: { id: ada.actor.id, handle: ada.actor.handle },
  });
  const digestOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");
  expect(manifest.files).toEqual(
    [...files].slice(0, -2).map(([name, bytes]) => ({ name, bytes: bytes.length, sha256: digestOf(bytes) })),
  );
  const { publicKey, signature } = JSON.parse(String(files.get("signature.json"))) as ArchiveSignature;
  expect(publicKey).toEqual(await getArchiveKey(ada));
  const key = createPublicKey({ key: publicKey, format: "jwk" });
  expect(verify(null, files.get("manifest.json")!, key, Buffer.from(signature, "base64"))).toBe(true);
});

test("an archive has the account and its posts as ActivityStreams, for their audiences", async () => {
  const ada = await newPerson();
  const [image] = [await newImage(ada, { alt: "A peg" })];
  await createPost(ada, { content: "1 < 2\nso", media_ids: [image], audience: "PUBLIC", warning: "Sums" });
  await createPost(later(ada, 1), { content: "Friends", audience: "FOLLOWERS" });
  await createPost(later(ada, 2), { content: "Me", audience: "PRIVATE" });
  const files = unzip(await readArchive(ada));
  const actor = `${env().siteUrl}/users/${ada.actor.handle}`;
  const written = (name: string) => JSON.parse(String(files.get(`activitystreams/${name}.json`))) as unknown;
  expect(written("actor")).toMatchObject({ type: "Person", id: actor, preferredUsername: ada.actor.handle });
  const everybody = "https://www.w3.org/ns/activitystreams#Public";
  expect(written("outbox")).toMatchObject({
    type: "OrderedCollection",
    totalItems: 3,
    orderedItems: [
      { type: "Create", actor, to: [actor], cc: [], object: { content: "<p>Me</p>", summary: null } },
      { to: [`${actor}/followers`], cc: [], object: { content: "<p>Friends</p>" } },
      {
        to: [everybody],
        cc: [`${actor}/followers`],
        published: ada.now.toISOString(),
        object: {
          type: "Note",
          content: "<p>1 &lt; 2<br />so</p>",
          summary: "Sums",
          attachment: [{ url: `media/${image}.png`, name: "A peg", mediaType: "image/png" }],
        },
      },
    ],
  });
});

test("an archive omits deleted content and other people's", async () => {
  const [ada, ben] = [await newPerson(), await newPerson()];
  const { id } = await createPost(ada, { content: "Gone", media_ids: [await newImage(ada)], audience: "PUBLIC" });
  await createPost(ben, { content: "Mine", media_ids: [await newImage(ben)], audience: "PUBLIC" });
  await deletePost(ada, { id });
  const archive = (await readArchive(ada)).toString("latin1");
  for (const text of ["media/media_", "Gone", "Mine"]) expect(archive).not.toContain(text);
});

test("an account can have one archive at a time, and aborting it permits the next", async () => {
  const ada = await newPerson();
  await createPost(ada, { content: "Look", media_ids: [await newImage(ada)], audience: "PUBLIC" });
  const pieces = zipOf(exportArchive(ada));
  await pieces.next();
  await expect(readArchive(ada)).rejects.toMatchObject({ code: "conflict" });
  await pieces.return();
  expect(await leases(ada.actor.id)).toBe(0);
  expect((await readArchive(ada)).length).toBeGreaterThan(0);
  expect(await leases(ada.actor.id)).toBe(0);
});
