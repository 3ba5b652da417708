import { EXIT } from "./exit-codes";
import { run } from "./program";

// A reader that closes the pipe, such as `head`, needs no more output.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(EXIT.ok);
  throw error;
});
process.once("SIGINT", () => process.exit(EXIT.interrupted));

process.exitCode = await run(process.argv.slice(2));
