import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Context, idFor } from "@/lib/domain/kernel/context";
import { DomainError } from "@/lib/domain/kernel/errors";
import { roomForImages } from "@/lib/domain/writing/media/commands";
import { type EncodedImage, reencode, reencodeSquare } from "@/lib/domain/writing/media/reencode";
import type { StoredImage } from "@/lib/domain/writing/media/upload";
import { OverloadedError } from "@/lib/infra/process/job-errors";
import { storage } from "@/lib/infra/storage/storage";
import { imageFolder } from "./rules";

/** A file of the archive's images, and whether it becomes a profile picture. */
export interface WantedImage {
  file: string;
  isSquare?: boolean;
}

/** An upload's image goes before one of an import. */
const TRIES_WHILE_BUSY = 20;
const BUSY_PAUSE_MS = 3_000;

/**
 * Encodes images again, as those of uploads, and stores them without rows. What cannot be read is left out, and so is
 * what the account has no room for.
 * @param advance called after each; throws to stop
 */
export async function storeImages(
  ctx: Context,
  wanted: readonly WantedImage[],
  { importId, folder, advance }: { importId: string; folder: string; advance(done: number): Promise<void> },
): Promise<Map<string, StoredImage>> {
  const stored = new Map<string, StoredImage>();
  const room = await roomForImages(ctx);
  for (const [index, image] of wanted.entries()) {
    const encoded = await encode(ctx, path.join(folder, image.file), image.isSquare);
    if (encoded && room.images > 0 && room.bytes >= encoded.bytes.length) {
      room.images -= 1;
      room.bytes -= encoded.bytes.length;
      stored.set(image.file, await store(ctx, importId, encoded));
    }
    await advance(index + 1);
  }
  return stored;
}

async function encode(ctx: Context, file: string, isSquare = false): Promise<EncodedImage | null> {
  const bytes = await readFile(file);
  const draw = isSquare ? reencodeSquare : reencode;
  for (let tried = 1; ; tried += 1) {
    try {
      return await draw(bytes, { owner: `import of ${ctx.actor.id}`, signal: ctx.signal });
    } catch (error) {
      if (error instanceof DomainError) return null;
      if (!(error instanceof OverloadedError) || tried === TRIES_WHILE_BUSY) throw error;
      await sleep(BUSY_PAUSE_MS, undefined, { signal: ctx.signal });
    }
  }
}

async function store(ctx: Context, importId: string, { bytes, ...about }: EncodedImage): Promise<StoredImage> {
  const id = idFor(ctx, "media");
  const storageKey = `${imageFolder(importId)}/${id}`;
  await storage().put(storageKey, bytes, about.contentType);
  return { ...about, id, storageKey, bytes: bytes.length };
}
