import fs from "node:fs";

/** Of the clock that Linux counts processor time by, in all its builds. */
const TICKS_PER_SECOND = 100;

/** Processor time that a process has taken so far, in milliseconds; undefined where the system does not say. */
export function processorMs(pid: number): number | undefined {
  const file = `/proc/${pid}/stat`;
  if (!fs.existsSync(file)) return undefined;
  // Its second field, the name, may hold anything in parentheses.
  const fields = fs.readFileSync(file, "utf8").replace(/^.*\) /s, "").split(" ");
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1000;
}
