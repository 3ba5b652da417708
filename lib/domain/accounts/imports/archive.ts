import { z } from "zod";
import { log } from "@/lib/infra/log/log";
import { JobError } from "@/lib/infra/process/job-errors";
import { type RunOptions, sharedPool } from "@/lib/infra/process/pool";
import { MINUTE_MS } from "@/lib/domain/kernel/durations";
import type { ImportSource } from "@/lib/infra/prisma/enums";
import { LIMITS, type Limits, type Problem } from "./rules";
import { type ImportedAccount, importedAccount } from "./schema";

/** An archive that is not imported, for a reason that its owner can understand. */
export class UnusableArchive extends Error {
  override name = "UnusableArchive";

  constructor(readonly problem: Problem) {
    super(problem);
  }
}

/** The input of sources/read-archive.mjs. */
interface Job {
  path: string;
  /** Where it writes the images of the archive. */
  folder: string;
  source: ImportSource;
  limits: Limits;
}

/** A gigabyte of files takes a minute to unpack and compare with their digests. */
const POOL = {
  name: "archives",
  script: "lib/domain/accounts/imports/sources/read-archive.mjs",
  size: 1,
  maxQueued: 4,
  maxQueuedPerOwner: 1,
  timeoutMs: 10 * MINUTE_MS,
  maxMemoryMb: 1024,
};

/**
 * Reads an archive in a process of its own, and writes its images to a folder.
 * @throws UnusableArchive, or OverloadedError
 */
export async function readArchive(archive: Omit<Job, "limits">, options: RunOptions): Promise<ImportedAccount> {
  const pool = sharedPool<Job, { account: unknown } | { problem: Problem }>(POOL);
  const result = await pool.run({ ...archive, limits: LIMITS }, options).catch((error: unknown) => {
    if (!(error instanceof JobError) || error.reason === "not-started") throw error;
    if (error.reason === "threw") throw malformed(error.message);
    throw new UnusableArchive("too_much_work");
  });
  if ("problem" in result) throw new UnusableArchive(result.problem);
  const { data, error } = importedAccount.safeParse(result.account);
  if (error) throw malformed(z.prettifyError(error).slice(0, MAX_LOGGED));
  return data;
}

const MAX_LOGGED = 500;

/** Logs where the archive departs from its format, because it may be a format that we do not know. */
function malformed(where: string): UnusableArchive {
  log.warn("archive malformed", { where });
  return new UnusableArchive("malformed");
}
