// Reads the file of a repository of the AT Protocol: blocks that name one another by the hashes of their bytes.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { CarBlockIterator } from "@ipld/car";
import { decode } from "@ipld/dag-cbor";
import { ArchiveProblem } from "./problem.mjs";

const SHA_256 = 0x12;
const DAG_CBOR = 0x71;

/** A file of blocks, each of which is what its name says. */
export class CarArchive {
  #blocks;
  #root;

  constructor(root, blocks) {
    this.#root = root;
    this.#blocks = blocks;
  }

  /** Opens the file at a path, and compares every block with its hash. @throws ArchiveProblem */
  static async open(path, limits) {
    const blocks = new Map();
    let root;
    try {
      const iterator = await CarBlockIterator.fromIterable(createReadStream(path));
      [root] = await iterator.getRoots();
      for await (const { cid, bytes } of iterator) {
        if (blocks.size === limits.blocks) throw new ArchiveProblem("too_many_files");
        if (!isOf(cid, bytes)) throw new ArchiveProblem("changed");
        blocks.set(cid.toString(), bytes);
      }
    } catch (error) {
      throw error instanceof ArchiveProblem ? error : new ArchiveProblem("not_an_archive");
    }
    if (!root) throw new ArchiveProblem("not_an_archive");
    return new CarArchive(root, blocks);
  }

  /** Pictures are not in the file. */
  async extract() {
    return null;
  }

  /** Returns what the repository's commit says. @throws ArchiveProblem */
  commit() {
    return Object(this.#value(this.#root));
  }

  /** Yields each record of a tree with its key, in no order. @throws ArchiveProblem */
  *records(tree) {
    const open = [tree];
    const seen = new Set();
    while (open.length > 0) {
      const node = open.pop();
      // A node that is in the tree twice would be read as often as there are ways to it.
      if (seen.has(String(node))) throw new ArchiveProblem("damaged");
      seen.add(String(node));
      const { l: before, e: entries } = Object(this.#value(node));
      if (before) open.push(before);
      let key = Buffer.alloc(0);
      for (const { p: shared, k: rest, v: value, t: after } of Array.isArray(entries) ? entries : []) {
        key = Buffer.concat([key.subarray(0, shared), rest]);
        if (after) open.push(after);
        yield [key.toString("utf8"), () => Object(this.#value(value))];
      }
    }
  }

  #value(cid) {
    const bytes = this.#blocks.get(String(cid));
    if (!bytes) throw new ArchiveProblem("damaged");
    try {
      return decode(bytes);
    } catch {
      throw new ArchiveProblem("damaged");
    }
  }
}

function isOf({ code, multihash }, bytes) {
  if (code !== DAG_CBOR || multihash.code !== SHA_256) return false;
  return createHash("sha256").update(bytes).digest().equals(multihash.digest);
}
