import { type Attack, attack } from "./attack";
import { crowd } from "./crowd";
import { newMembers } from "./member";
import type { Asking } from "./target";

const message = (method: string, params: object): Asking => ({
  method: "POST",
  path: "/mcp?write=true&toolsets=posts,people,account,rooms,builds,articles,duels,reports,webhooks",
  headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" },
  body: { jsonrpc: "2.0", id: 1, method, params },
});
const CALLS = [
  message("tools/list", {}),
  message("tools/call", { name: "feed_list", arguments: { limit: 50 } }),
  message("tools/call", { name: "me_get" }),
  message("tools/call", { name: "posts_get", arguments: { id: "post_nowhere" } }),
];

export const MODELS: Attack[] = [
  attack({
    name: "models",
    description: "models of 32 people that list their tools and read without a pause, whatever they are told",
    prepare: () => newMembers(32),
    run: (target, signal, members) =>
      crowd(members.length, signal, (client, round) =>
        target.ask({ ...CALLS[round % CALLS.length]!, key: members[client]!.key, from: client, insists: true }),
      ),
  }),
  attack({
    name: "models-junk",
    description: "messages of 250 kB that nest, repeat and name everything, by 32 people",
    prepare: () => newMembers(32),
    run: (target, signal, members) =>
      crowd(members.length, signal, (client, round) => {
        const junk = [
          "[".repeat(250_000),
          `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'{"a":'.repeat(40_000)}1${"}".repeat(40_000)}}`,
          `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"posts_create","arguments":{${Array.from({ length: 20_000 }, (_, n) => `"f${n}":1`).join()}}}}`,
          `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${"x".repeat(240_000)}"}}`,
        ][round % 4];
        return target.ask({ ...message("", {}), body: junk, key: members[client]!.key, from: client });
      }),
  }),
];
