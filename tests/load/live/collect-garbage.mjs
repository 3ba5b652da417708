// Loaded into a measured server: a signal triggers garbage collection.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");
process.on("SIGUSR2", () => collectGarbage());
