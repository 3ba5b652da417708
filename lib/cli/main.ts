import { EXIT } from "./exit-codes";
import { sayError } from "./output";
import { run } from "./program";

// A reader that closes the pipe, such as `head`, needs no more output.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(EXIT.ok);
    if (stream === process.stdout) sayError(new Error(`The output could not be written: ${error.message}`));
    process.exit(EXIT.failed);
  });
process.once("SIGINT", () => process.exit(EXIT.interrupted));

process.exitCode = await run(process.argv.slice(2));
