import { createHash } from "node:crypto";
import { downloadZip } from "client-zip";
import { manifestOf, signManifest } from "@/lib/domain/accounts/archive/signing";
import { beginImport, receivePart, storePart } from "@/lib/domain/accounts/imports/commands";
import { runDueImport } from "@/lib/domain/accounts/imports/due";
import { readImport } from "@/lib/domain/accounts/imports/queries";
import { PART_BYTES } from "@/lib/domain/accounts/imports/rules";
import type { ImportItem, NewImport } from "@/lib/domain/accounts/imports/schema";
import type { Context } from "@/lib/domain/kernel/context";
import { database } from "@/lib/infra/database/db";
import { unzip } from "@/tests/support/unzip";

/** Packs files by their names. Values other than bytes and texts become JSON. */
export async function zipped(files: Record<string, unknown>): Promise<Buffer> {
  const inputs = Object.entries(files).map(([name, content]) => ({
    name,
    input: typeof content === "string" || content instanceof Uint8Array ? content : JSON.stringify(content),
  }));
  return Buffer.from(await downloadZip(inputs).arrayBuffer());
}

/** Packs and signs files as an archive of a Pegboard, whatever they say. */
export async function sealed(person: Context, files: Record<string, unknown>): Promise<Buffer> {
  const bytes = unzip(await zipped(files));
  const digests = [...bytes].map(([name, content]) => ({
    name,
    bytes: content.length,
    sha256: createHash("sha256").update(content).digest("hex"),
  }));
  const manifest = JSON.stringify(manifestOf(person, digests));
  return zipped({ ...files, "manifest.json": manifest, "signature.json": await signManifest(person, manifest) });
}

/** Sends an archive, which then waits to be read. */
export async function sendArchive(person: Context, source: NewImport["source"], archive: Buffer): Promise<ImportItem> {
  let item = await beginImport(person, { source, bytes: archive.length });
  for (let position = 0; position * PART_BYTES < archive.length; position += 1) {
    const bytes = archive.subarray(position * PART_BYTES, (position + 1) * PART_BYTES);
    const part = { id: item.id, position, file: { bytes } };
    item = await receivePart(person, part, await storePart(person, part));
  }
  return item;
}

/** Sends an archive and has it read. */
export async function importArchive(
  person: Context,
  source: NewImport["source"],
  archive: Buffer,
): Promise<ImportItem> {
  const { id } = await sendArchive(person, source, archive);
  await runDueImport(person);
  return readImport(person, id);
}

/** Everything that an account's import may write: how many rows there are. */
export async function rowsOf({ actor: { id } }: Context): Promise<Record<string, number>> {
  const { prisma } = database();
  const [posts, comments, builds, follows, media, items] = await Promise.all([
    prisma.post.count({ where: { authorId: id, deletedAt: null } }),
    prisma.comment.count({ where: { authorId: id } }),
    prisma.build.count({ where: { authorId: id, deletedAt: null } }),
    prisma.follow.count({ where: { followerId: id } }),
    prisma.media.count({ where: { ownerId: id, OR: [{ expiresAt: null }, { postId: { not: null } }] } }),
    prisma.importedItem.count({ where: { userId: id } }),
  ]);
  return { posts, comments, builds, follows, media, items };
}

export const NOTHING = { posts: 0, comments: 0, builds: 0, follows: 0, media: 0, items: 0 };
