import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { type Context, createContext } from "@/lib/domain/kernel/context";
import { expireMedia } from "@/lib/domain/writing/media/expiry";
import { openImage } from "@/lib/domain/writing/media/queries";
import { AVATAR_SIDE_PX } from "@/lib/domain/writing/media/rules";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { closeAccount } from "@/lib/domain/accounts/lifecycle/closing";
import { hashPassword } from "@/lib/domain/accounts/users/password";
import { prepareAvatar, removeAvatar, setAvatar } from "@/lib/domain/accounts/users/avatar";
import { getPublicProfile } from "@/lib/domain/accounts/users/profile";
import { database } from "@/lib/infra/database/db";
import { animation, png } from "@/tests/lib/domain/writing/media/images";
import { newPerson } from "@/tests/support/people";

const visitor = (now = new Date()) => createContext({ actor: null, channel: "session", now });
const idIn = (image: string) => image.slice(image.lastIndexOf("/") + 1);
const choose = async (ctx: Context, bytes: Uint8Array) =>
  setAvatar(ctx, {}, await prepareAvatar(ctx, { file: { bytes } }));

describe("a person's own picture", () => {
  test("is a still square, whatever was uploaded, at a cacheable absolute URL", async () => {
    const ada = await newPerson();
    for (const bytes of [await png(300, 40), await animation("gif")]) {
      const { image } = await choose(ada, bytes);
      expect(image).toMatch(/^https?:\/\/.+\/api\/media\/media_\w+$/);
      expect((await getPublicProfile(visitor(), { handle: ada.actor.handle })).image).toBe(image);
      const file = await openImage(visitor(new Date(Date.now() + 1e12)), { id: idIn(image) });
      if (!("open" in file)) throw new Error("The tests keep files in a folder.");
      expect(file).toMatchObject({ contentType: "image/webp", isPublic: true });
      expect(
        await sharp(new Uint8Array(await new Response(await file.open()).arrayBuffer()), { animated: true }).metadata(),
      ).toMatchObject({ width: AVATAR_SIDE_PX, height: AVATAR_SIDE_PX });
    }
  });

  test("ends when it is replaced, removed, or the account is closed", async () => {
    const passwordHash = await hashPassword({}, "four words make one");
    const ada = await newPerson();
    await database().prisma.user.update({ where: { id: ada.actor.id }, data: { passwordHash } });
    const drawn = (await getPublicProfile(visitor(), { handle: ada.actor.handle })).image;
    const set = async () => (await choose(ada, await png())).image;
    const gone = async (image: string) =>
      expect(openImage(visitor(new Date(Date.now() + 1000)), { id: idIn(image) })).rejects.toMatchObject({
        code: "not_found",
      });
    const first = await set();
    const second = await set();
    await gone(first);
    expect(await removeAvatar(ada)).toEqual({ image: drawn });
    await gone(second);
    expect(await removeAvatar(ada)).toEqual({ image: drawn });
    const third = await set();
    await closeAccount(ada, { password: "four words make one" });
    await gone(third);
  });

  test("neither expires nor can be attached to a post", async () => {
    const ada = await newPerson();
    const { image } = await choose(ada, await png());
    await expireMedia(visitor(new Date(Date.now() + 1e10)));
    expect(await openImage(visitor(), { id: idIn(image) })).toMatchObject({ isPublic: true });
    await expect(createPost(ada, { media_ids: [idIn(image)], audience: "PUBLIC" })).rejects.toMatchObject({
      code: "invalid_media",
    });
  });

  test("that is not an image is rejected, and the previous one stays", async () => {
    const ada = await newPerson();
    const { image } = await choose(ada, await png());
    await expect(choose(ada, Buffer.from("words"))).rejects.toMatchObject({ code: "unsupported_media_type" });
    expect((await getPublicProfile(visitor(), { handle: ada.actor.handle })).image).toBe(image);
  });
});
