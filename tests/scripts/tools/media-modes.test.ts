import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { FolderStorage } from "@/lib/infra/storage/folder";
import { closeMediaFolder } from "@/scripts/tools/media-modes";
import { temporaryFolder } from "@/tests/support/temporary-folder";

const KEY = "2026-11-23/media_one";
const modeOf = (file: string) => (fs.statSync(file).mode & 0o777).toString(8);
const modesIn = (folder: string) => [folder, path.join(folder, path.dirname(KEY)), path.join(folder, KEY)].map(modeOf);

test("other users of the machine cannot read a stored image", async () => {
  const folder = path.join(temporaryFolder(), "media");
  await new FolderStorage(folder).put(KEY, new Uint8Array(3));
  expect(modesIn(folder)).toEqual(["700", "700", "600"]);
});

test("a folder of images that an earlier release left readable is protected, once", async () => {
  const folder = path.join(temporaryFolder(), "media");
  await new FolderStorage(folder).put(KEY, new Uint8Array(3));
  fs.chmodSync(path.join(folder, KEY), 0o644);
  for (const open of [path.join(folder, path.dirname(KEY)), folder]) fs.chmodSync(open, 0o755);
  expect(await closeMediaFolder(folder)).toBe(3);
  expect(modesIn(folder)).toEqual(["700", "700", "600"]);
  expect(await closeMediaFolder(folder)).toBe(0);
  expect(await closeMediaFolder(path.join(folder, "none"))).toBe(0);
});
