import { expect, test } from "vitest";
import { createPost, deletePost } from "@/lib/domain/writing/posts/commands";
import { exportArchive } from "@/lib/domain/accounts/users/export";
import { zipOf } from "@/lib/http/response/zip-stream";
import { database } from "@/lib/infra/database/db";
import { png } from "@/tests/lib/domain/writing/media/images";
import { readArchive, readExport } from "@/tests/support/export";
import { newImage } from "@/tests/support/images";
import { newPerson } from "@/tests/support/people";
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
  expect(files.size).toBe(1 + Object.keys(lists).length + images.length);
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
