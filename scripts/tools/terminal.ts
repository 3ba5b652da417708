const started = performance.now();

/** Runs a step, and prints its outcome and how long it took. */
export async function step<T>(
  name: string,
  work: () => Promise<T>,
  outcome: (result: T) => string = () => "",
): Promise<T> {
  const from = performance.now();
  const result = await work();
  const note = outcome(result);
  if (note) console.log(`  ${name.padEnd(12)}${note.padEnd(60)}${seconds(performance.now() - from)}`);
  return result;
}

export function elapsed(): string {
  return seconds(performance.now() - started);
}

/** A failure that its reader can fix, explained in a line or two. */
export class UserError extends Error {
  override name = "UserError";
}

export function failWith(error: unknown): never {
  console.error(`\n${messageOf(error)}`);
  process.exit(1);
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error as NodeJS.ErrnoException).code;
  const file = (error as NodeJS.ErrnoException).path;
  if (file && (code === "EACCES" || code === "EPERM" || code === "EROFS")) {
    return `Cannot write ${file} (${code}): start Pegboard as the user who owns this folder, or give the folder to this one.`;
  }
  if (file && code === "ENOSPC") return `The disk is full: ${file} could not be written.`;
  return error.message;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1).padStart(5)} s`;
}
