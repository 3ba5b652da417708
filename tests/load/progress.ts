import type { Progress } from "./fill/fill";

/** One line that is overwritten on a terminal; a line per table in a file. */
export function progressLine(): Progress {
  return (what, done, all) => {
    if (process.stdout.isTTY)
      process.stdout.write(
        `\r  ${what.padEnd(20)}${done.toLocaleString("en")} of ${all.toLocaleString("en")}\x1b[K${done === all ? "\r\x1b[K" : ""}`,
      );
    else if (done === all) console.log(`  ${what.padEnd(20)}${all.toLocaleString("en")}`);
  };
}
