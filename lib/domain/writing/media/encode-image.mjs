// Decodes what people upload: a program of lib/infra/process/pool.ts. reencode.ts gives it its jobs.
import sharp from "sharp";
import { serveJobs } from "../../../infra/process/serve-jobs.mjs";

// One job at a time, on one thread, without a cache.
sharp.concurrency(1);
sharp.cache(false);
// Blocks all decoders except those of the four formats, whatever a file looks like to the library.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({
  operation: ["VipsForeignLoadPng", "VipsForeignLoadJpeg", "VipsForeignLoadWebp", "VipsForeignLoadNsgif"],
});

/** The quality of re-encoding, and little effort for animations, which have many frames. */
const ENCODERS = {
  png: (source) => source.png(),
  jpeg: (source) => source.jpeg({ quality: 85 }),
  gif: (source) => source.gif({ effort: 1 }),
  webp: (source, frames) => source.webp({ quality: 85, effort: frames > 1 ? 0 : 2 }),
};

/** Twice what an image with the most pixels takes on a slow machine. */
const MAX_CPU_MS = 12_000;

serveJobs(
  async (job) => {
    try {
      return await encode(job);
    } catch {
      return { problem: "unreadable" };
    }
  },
  { maxCpuMs: MAX_CPU_MS },
);

/**
 * The decoder of JPEGs draws one whose data ends too early in grey, and only warns, as it does of harmless deviations
 * that cameras write.
 */
const TRUNCATED = /premature end/i;
const unlessTruncated = (draw) => (warning) => {
  if (TRUNCATED.test(warning.message)) throw warning;
  return draw("error");
};

/**
 * Returns the re-encoded image, or the problem with the upload. `side` requests one still square instead, `within` one
 * still picture of at most so many pixels either way.
 */
async function encode({ upload, kind, side, within, maxPixels, maxFrames, maxBytes }) {
  const isStill = side !== undefined || within !== undefined;
  // Reads only the header, so that a small file that decompresses to a huge image is rejected before decoding. The
  // height is that of all frames together.
  const {
    width,
    height,
    pages: frames = 1,
  } = await sharp(upload, { animated: true, limitInputPixels: false }).metadata();
  if (width * height > maxPixels) return { problem: "too many pixels" };
  if (frames > maxFrames) return { problem: "too many frames" };
  const draw = (failOn) => {
    // Animations are not rotated; browsers do not rotate them either.
    const source = sharp(upload, {
      animated: !isStill,
      failOn,
      limitInputPixels: maxPixels,
      autoOrient: frames === 1,
    });
    if (side !== undefined) source.resize(side, side, { fit: "cover", position: "attention" });
    if (within !== undefined) source.resize(within, within, { fit: "inside", withoutEnlargement: true });
    const encoded = isStill ? source.webp({ quality: 85 }) : ENCODERS[kind](source, frames);
    return encoded.toBuffer({ resolveWithObject: true });
  };
  const { data, info } = await (kind === "jpeg" ? draw("warning").catch(unlessTruncated(draw)) : draw("error"));
  if (data.length > maxBytes) return { problem: "too large" };
  return {
    bytes: data,
    contentType: `image/${info.format}`,
    width: info.width,
    height: info.pageHeight ?? info.height,
  };
}
