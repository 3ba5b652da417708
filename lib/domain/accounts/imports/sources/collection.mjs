import path from "node:path";

/** Text beyond this is cut off at once: no post is that long, not even as HTML. */
const MAX_UNITS = 20_000;

/** Returns a value as a text that is short enough to pass on; "" for what is none. */
export const textOf = (value) => (typeof value === "string" ? value.slice(0, MAX_UNITS) : "");

/** Returns the same; null for what is no text. */
export const textOrNull = (value) => (typeof value === "string" ? textOf(value) : null);

/** Returns the entries of a value that should be a list of objects. */
export const objectsIn = (value) =>
  Array.isArray(value) ? value.filter((entry) => typeof entry === "object" && entry !== null) : [];

/** Groups values by a key. */
export function groupBy(values, keyOf) {
  const groups = new Map();
  for (const value of values) {
    const key = keyOf(value);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(value);
  }
  return groups;
}

/** Counts what is left out of an import, by reason: a key of `LEFT_OUT` in ../rules.ts. */
export class LeftOut {
  counts = {};

  add(reason, count = 1) {
    if (count > 0) this.counts[reason] = (this.counts[reason] ?? 0) + count;
  }
}

/** The images that an import brings, each written to a numbered file of a folder. */
export class Images {
  #archive;
  #folder;
  #limits;
  #count = 0;
  #bytes = 0;

  constructor(archive, { folder, limits }) {
    this.#archive = archive;
    this.#folder = folder;
    this.#limits = limits;
  }

  /** Takes a file of the archive, and returns the name of the new file; null beyond the bounds, or if there is none. */
  async take(name) {
    if (this.#count >= this.#limits.images) return null;
    const file = String(this.#count);
    const maxBytes = Math.min(this.#limits.imageBytes, this.#limits.imagesBytes - this.#bytes);
    const bytes = await this.#archive.extract(name, path.join(this.#folder, file), maxBytes);
    if (bytes === null) return null;
    this.#count += 1;
    this.#bytes += bytes;
    return file;
  }
}

/**
 * Returns the newest of the posts, with their images in place of the names of files. What is beyond the bound is
 * counted as left out, and so are images that are not taken.
 */
export async function newestPosts(posts, { images, leftOut, limits }) {
  const newest = posts.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  leftOut.add("beyond", newest.length - limits.posts);
  const taken = [];
  for (const { media, ...post } of newest.slice(0, limits.posts)) {
    const found = [];
    for (const { name, ...image } of media) {
      const file = found.length < limits.postImages ? await images.take(name) : null;
      if (file === null) leftOut.add("images");
      else found.push({ ...image, file });
    }
    taken.push({ ...post, media: found });
  }
  return taken;
}
