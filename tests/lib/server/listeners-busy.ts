// A maximally busy server: reports how many turns of its event loop passed until all new connections were accepted.
import http from "node:http";
import { listen } from "@/lib/server/listeners";

const TURN_MS = 20;
/** Time for the new connections to arrive, even on a busy machine. */
const FIRST_TURN_MS = 1000;
const [expected, ...descriptors] = process.argv.slice(2).map(Number);

let accepted = 0;
let turns = 0;
const server = http.createServer().on("connection", () => {
  accepted += 1;
});

function turn(ms = TURN_MS): void {
  if (accepted > 0) turns += 1;
  if (accepted === expected) return void process.send?.(turns);
  for (const end = performance.now() + ms; performance.now() < end;);
  setImmediate(turn);
}

listen(server, descriptors, () => {
  process.send?.("listening");
  turn(FIRST_TURN_MS);
});
