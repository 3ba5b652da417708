import type { Progress } from "./fill/fill";

/** One line that is written over and over, where somebody looks; a line a table, where it goes into a file. */
export function progressLine(): Progress {
  return (what, done, all) => {
    if (process.stdout.isTTY)
      process.stdout.write(
        `\r  ${what.padEnd(20)}${done.toLocaleString("en")} of ${all.toLocaleString("en")}\x1b[K${done === all ? "\r\x1b[K" : ""}`,
      );
    else if (done === all) console.log(`  ${what.padEnd(20)}${all.toLocaleString("en")}`);
  };
}
