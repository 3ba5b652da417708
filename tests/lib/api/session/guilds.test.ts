import { expect, test } from "vitest";
import { serveInteractions } from "@/lib/api/discord/interactions";
import { guilds } from "@/lib/api/session/guilds";
import { oauthProviders } from "@/lib/auth/providers";
import type { Handlers } from "@/lib/http/handlers";
import { serveSession } from "@/lib/http/pipeline/serve-session";
import { mountContext } from "@/tests/lib/http/pipeline/caller";

// No DISCORD_* is set here.
const PATHS: [keyof Handlers, string, Handlers][] = [
  ["GET", "/api/guilds/1/leaderboard", serveSession(guilds.leaderboard)],
  ["GET", "/api/guilds/1/leaderboard?limit=junk", serveSession(guilds.leaderboard)],
  ["PATCH", "/api/guilds/1/membership", serveSession(guilds.changeMembership)],
  ["DELETE", "/api/account/discord", serveSession(guilds.unlink)],
  ["POST", "/api/discord/interactions", serveInteractions()],
  ["GET", "/api/discord/interactions", serveInteractions()],
];

test.each(PATHS)("without a Discord application, %s %s does not exist", async (method, path, handlers) => {
  const request = new Request(`http://localhost${path}`, { method });
  const response = await handlers[method](request, mountContext(request, { id: "1" }));
  expect({ status: response.status, body: await response.json() }).toEqual({
    status: 404,
    body: { error: "There is no such path." },
  });
});

test("without a Discord application, signing in with Discord is not offered", () => {
  expect(oauthProviders()).toEqual([]);
});
