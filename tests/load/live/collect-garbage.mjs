// Loaded into a server that is measured: a signal lets go of what nothing needs any more.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");
process.on("SIGUSR2", () => collectGarbage());
