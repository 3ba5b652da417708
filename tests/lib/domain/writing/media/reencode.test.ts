import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { reencode as reencodeFor, reencodeSquare } from "@/lib/domain/writing/media/reencode";
import { MAX_FRAMES } from "@/lib/domain/writing/media/rules";
import { animatedPng, animation, bomb, frames, photograph, png, turnedAnimation } from "./images";

const reencode = (upload: Uint8Array) => reencodeFor(upload, { owner: "usr_ada" });
const square = (upload: Uint8Array) => reencodeSquare(upload, { owner: "usr_ada" });
const END_OF_JPEG = Buffer.from([0xff, 0xd9]);

describe("a re-encoded image", () => {
  test("is upright, without camera data, location or hidden content", async () => {
    const original = await photograph();
    expect((await sharp(original).metadata()).orientation).toBe(6);
    const { bytes, contentType, width, height } = await reencode(original);
    expect({ contentType, width, height }).toEqual({ contentType: "image/jpeg", width: 20, height: 30 });
    expect(original.includes("A SECRET")).toBe(true);
    expect(Buffer.from(bytes).includes("SECRET")).toBe(false);
    const { orientation, exif, xmp, icc } = await sharp(bytes).metadata();
    expect([orientation, exif, xmp, icc]).toEqual([undefined, undefined, undefined, undefined]);
  });

  test.each(["gif", "webp"] as const)("keeps the frames and timing of an animation: %s", async (kind) => {
    const { bytes, contentType, width, height } = await reencode(await animation(kind));
    expect({ contentType, width, height }).toEqual({ contentType: `image/${kind}`, width: 30, height: 20 });
    const { pages, delay, loop } = await sharp(bytes, { animated: true }).metadata();
    expect({ pages, delay, loop }).toEqual({ pages: 4, delay: [80, 90, 100, 110], loop: 3 });
  });

  test("ignores the orientation of an animation", async () => {
    expect(await reencode(await turnedAnimation())).toMatchObject({ width: 30, height: 20 });
  });

  test("may come from a camera whose JPEGs deviate harmlessly from the format", async () => {
    const original = await photograph();
    const endOfSegment = 4 + original.readUInt16BE(4);
    const extraneous = Buffer.concat([
      original.subarray(0, endOfSegment),
      Buffer.alloc(3),
      original.subarray(endOfSegment),
    ]);
    expect(await reencode(extraneous)).toMatchObject({ width: 20, height: 30 });
  });

  test("keeps transparency", async () => {
    const clear = await sharp({
      create: { width: 4, height: 4, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0.5 } },
    })
      .png()
      .toBuffer();
    const { bytes } = await reencode(clear);
    expect((await sharp(bytes).metadata()).hasAlpha).toBe(true);
  });
});

describe("a drawing rejects", () => {
  test.each([
    ["text", Buffer.from("hello, I am a picture")],
    ["an SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="5" height="5"/>')],
    ["nothing", Buffer.alloc(0)],
    ["a PNG's first bytes alone", Buffer.from("\x89PNG\r\n\x1a\n and then nonsense", "latin1")],
  ])("%s, whatever its name", async (_what, bytes) => {
    await expect(reencode(bytes)).rejects.toMatchObject({ code: "unsupported_media_type" });
  });

  test.each([false, true])("a truncated JPEG, even if it ends as one should; progressive: %s", async (progressive) => {
    const whole = await sharp({
      create: {
        width: 200,
        height: 200,
        channels: 3,
        background: "#000",
        noise: { type: "gaussian", mean: 128, sigma: 40 },
      },
    })
      .jpeg({ progressive })
      .toBuffer();
    const half = whole.subarray(0, whole.length / 2);
    for (const truncated of [half, Buffer.concat([half, END_OF_JPEG])])
      for (const draw of [reencode, square])
        await expect(draw(truncated)).rejects.toMatchObject({ code: "unsupported_media_type" });
  });

  test("an animated PNG, whose animation would be lost", async () => {
    await expect(reencode(await animatedPng(2))).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringContaining("GIF or WebP") as string,
    });
    expect(await square(await animatedPng(2))).toMatchObject({ contentType: "image/webp" });
    expect(await reencode(await animatedPng(1))).toMatchObject({ contentType: "image/png" });
  });

  test("a decompression bomb of more than fifty million pixels, before decoding it", async () => {
    await expect(reencode(await bomb())).rejects.toMatchObject({
      code: "invalid_request",
      details: { issues: [{ param: "image" }] },
    });
  });
});

test("rejects too many frames, however small", async () => {
  await expect(reencode(await frames(MAX_FRAMES + 1, 2))).rejects.toMatchObject({
    code: "invalid_request",
    message: expect.stringContaining("frames") as string,
  });
  expect(await reencode(await frames(MAX_FRAMES, 2))).toMatchObject({ width: 2 });
});

test("settles many concurrent drawings, failed ones included", async () => {
  const [good, bad] = [await png(), Buffer.from("\x89PNG\r\n\x1a\n nonsense", "latin1")];
  const results = await Promise.allSettled(
    Array.from({ length: 12 }, (_, index) => reencodeFor(index % 3 === 0 ? bad : good, { owner: `usr_${index % 2}` })),
  );
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(8);
});
