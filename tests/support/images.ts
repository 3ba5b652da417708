import { models } from "@/lib/domain/kernel/models";
import { type Context, idFor } from "@/lib/domain/kernel/context";
import { storageKey } from "@/lib/domain/writing/media/rules";
import { storage } from "@/lib/infra/storage/storage";
import { png } from "@/tests/lib/domain/writing/media/images";

/** Stores an image like an upload: for a day, it can be attached to a post of its owner. Returns its id. */
export async function newImage(owner: Context, { alt = "" } = {}): Promise<string> {
  const id = idFor(owner, "media");
  const key = storageKey(id, owner.now);
  const bytes = new Uint8Array(await png());
  await storage().put(key, bytes, "image/png");
  await models(owner).media.create({
    data: {
      id,
      ownerId: owner.actor.id,
      contentType: "image/png",
      width: 30,
      height: 20,
      bytes: bytes.length,
      alt,
      storageKey: key,
      createdAt: owner.now,
      expiresAt: new Date(owner.now.getTime() + 86_400_000),
    },
  });
  return id;
}
