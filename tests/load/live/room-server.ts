// A room and nothing else, over the hub that the product has: to be killed with -9 and started again in a second.
// POST /messages publishes its body in a transaction of its own; GET / streams the room to whoever asks.
import http from "node:http";
import { once } from "node:events";
import { type Context, createContext, inTransaction } from "@/lib/domain/context";
import { publish } from "@/lib/domain/live/commands";
import type { LiveHub } from "@/lib/live/hub";
import { startLive } from "@/lib/live/start";
import { env } from "@/lib/infra/env";
import { ROOM } from "./room";

const anybody = (id: string): Context => {
  const actor = { id, handle: id, name: id, image: null, role: "MEMBER", tier: "free" } as const;
  return createContext({ actor, channel: "session" });
};

const open = { readable: async (_ctx: unknown, subscriptions: never[]) => subscriptions };
const hub = startLive({ room: open, user: open });
// Nobody is signed in here.
hub["checkSessions"] = async () => undefined;

const server = http.createServer((request, response) => {
  const answer = request.method === "POST" ? say(request, response) : stream(hub, request, response);
  answer.catch((error: unknown) => response.writeHead(500).end(String(error)));
});
server.listen(env().port, "127.0.0.1", () => process.send?.("listening"));
process.once("disconnect", () => process.exit(1));

async function say(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  const seq = await inTransaction(anybody("writer"), (tx) => publish(tx, ROOM, "message", JSON.parse(body) as object));
  response.end(String(seq));
}

async function stream(live: LiveHub, request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const query = new URL(request.url ?? "/", "http://x").searchParams;
  const events = await live.open(anybody(query.get("reader") ?? "reader"), {
    topics: [ROOM],
    lastEventId: query.get("lastEventId") ?? undefined,
    sessionId: "",
  });
  events.cutOff = () => response.destroy();
  response.once("close", () => events.cancel());
  response.writeHead(200, { "Content-Type": "text/event-stream" });
  for (let text; (text = await events.next()) !== undefined;)
    if (!response.write(text) && !response.destroyed)
      await Promise.race([once(response, "drain"), once(response, "close")]);
  response.end();
}
