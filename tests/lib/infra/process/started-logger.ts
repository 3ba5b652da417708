// Logs a line when its starter is gone, and nobody reads the log any more.
import { pino } from "pino";
import { logStream } from "@/lib/infra/log/log";
import { endWithStarter } from "@/lib/infra/process/shutdown";

const log = pino({}, logStream("json"));
process.once("disconnect", () => log.info("the last line"));
endWithStarter();
setInterval(() => undefined, 1000);
// With a callback, a starter that is gone already is no error.
process.send?.("ready", () => undefined);
