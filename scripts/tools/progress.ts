/** Reports the progress of long work; `done` ends its line. */
export type Progress = (what: string, status: string, state?: "done") => void;

const TERMINAL_EVERY_MS = 100;
const LOG_EVERY_MS = 10_000;

/** Prints progress: an updated line on a terminal, a line every ten seconds in a log. */
export function printProgress(): Progress {
  const { isTTY } = process.stdout;
  const [clear, open, everyMs] = isTTY ? ["\r\x1b[K", "", TERMINAL_EVERY_MS] : ["", "\n", LOG_EVERY_MS];
  let shownAt = Date.now();
  return (what, status, state) => {
    if (!state && Date.now() - shownAt < everyMs) return;
    shownAt = Date.now();
    process.stdout.write(`${clear}  ${what.padEnd(22)}${status}${state ? "\n" : open}`);
  };
}

export const figure = (count: number): string => count.toLocaleString("en-US");

export function size(bytes: number): string {
  return bytes < 1e6 ? `${figure(Math.ceil(bytes / 1e3))} kB` : `${figure(Math.round(bytes / 1e5) / 10)} MB`;
}
