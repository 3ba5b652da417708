import fs from "node:fs";

/** The unit in which Linux reports processor time, in all builds. */
const TICKS_PER_SECOND = 100;

/**
 * Processor time that a process has used so far, in milliseconds; undefined if the system does not report it.
 * @param withEnded whether to include its ended children
 */
export function processorMs(pid: number, { withEnded = false } = {}): number | undefined {
  const file = `/proc/${pid}/stat`;
  if (!fs.existsSync(file)) return undefined;
  // Its second field, the name, may contain anything in parentheses.
  const fields = fs
    .readFileSync(file, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  const ticks = fields.slice(11, withEnded ? 15 : 13).reduce((sum, field) => sum + Number(field), 0);
  return (ticks / TICKS_PER_SECOND) * 1000;
}
