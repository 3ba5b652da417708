import fs from "node:fs";

/** Of the clock that Linux counts processor time by, in all its builds. */
const TICKS_PER_SECOND = 100;

/**
 * Processor time that a process has taken so far, in milliseconds; undefined where the system does not say.
 * @param withEnded whether that of its children that have ended counts as well
 */
export function processorMs(pid: number, { withEnded = false } = {}): number | undefined {
  const file = `/proc/${pid}/stat`;
  if (!fs.existsSync(file)) return undefined;
  // Its second field, the name, may hold anything in parentheses.
  const fields = fs
    .readFileSync(file, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  const ticks = fields.slice(11, withEnded ? 15 : 13).reduce((sum, field) => sum + Number(field), 0);
  return (ticks / TICKS_PER_SECOND) * 1000;
}
