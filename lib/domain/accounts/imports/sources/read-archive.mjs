// Reads the archives that people bring: a program of lib/infra/process/pool.ts. archive.ts gives it its jobs.
import { serveJobs } from "../../../../infra/process/serve-jobs.mjs";
import { readBluesky } from "./bluesky.mjs";
import { CarArchive } from "./car-archive.mjs";
import { Images, LeftOut } from "./collection.mjs";
import { readMastodon } from "./mastodon.mjs";
import { readPegboard } from "./pegboard.mjs";
import { ArchiveProblem } from "./problem.mjs";
import { readX } from "./x.mjs";
import { ZipArchive } from "./zip-archive.mjs";

/** Twice what an archive at its bounds takes on a slow machine. */
const MAX_CPU_MS = 120_000;

/** Each source is one module, which makes of its archive what all have in common: `importedAccount` in ../schema.ts. */
const SOURCES = {
  pegboard: { open: ZipArchive.open, read: readPegboard },
  mastodon: { open: ZipArchive.open, read: readMastodon },
  x: { open: ZipArchive.open, read: readX },
  bluesky: { open: CarArchive.open, read: readBluesky },
};

serveJobs(readArchive, { maxCpuMs: MAX_CPU_MS });

/** Returns the account in an archive, whose images it writes to a folder, or the problem with the archive. */
async function readArchive({ path, folder, source, limits }) {
  const { open, read } = SOURCES[source];
  const leftOut = new LeftOut();
  try {
    const archive = await open(path, limits);
    const images = new Images(archive, { folder, limits });
    const account = shortened(await read(archive, { images, leftOut, limits }));
    if (JSON.stringify(account).length > limits.result) throw new ArchiveProblem("too_much_work");
    return { account: { ...account, leftOut: leftOut.counts } };
  } catch (error) {
    if (error instanceof ArchiveProblem) return { problem: error.code };
    throw error;
  }
}

/** UTF-16 units of a text that is passed to the server: more than any that is shown has, but for readmes. */
const MAX_SHOWN_UNITS = 1000;
const MAX_README_UNITS = 50_000;

/** Cuts off all texts in a value, so that what the server gets is small. */
function shortened(value, name = "") {
  if (typeof value === "string") return value.slice(0, name === "readme" ? MAX_README_UNITS : MAX_SHOWN_UNITS);
  if (Array.isArray(value)) return value.map((entry) => shortened(entry));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, shortened(entry, key)]));
}
