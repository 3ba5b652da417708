import { changeMembership, unlinkDiscord } from "@/lib/domain/guilds/commands";
import { isDiscordSetUp } from "@/lib/domain/guilds/discord-api";
import { getGuildLeaderboard } from "@/lib/domain/guilds/queries";
import { guildLeaderboard, guildLeaderboardQuery, membership, membershipChange } from "@/lib/domain/guilds/schema";
import { sessionOperation } from "@/lib/http/operation";

/** Discord servers: their leaderboards, and where memberships are shown. */
export const guilds = {
  leaderboard: sessionOperation("GET /api/guilds/{id}/leaderboard", {
    session: "optional",
    available: isDiscordSetUp,
    summary: "Get the leaderboard of a Discord server",
    query: guildLeaderboardQuery,
    returns: guildLeaderboard,
    errors: ["not_found"],
    run: getGuildLeaderboard,
  }),
  changeMembership: sessionOperation("PATCH /api/guilds/{id}/membership", {
    writes: "profile",
    idempotent: true,
    available: isDiscordSetUp,
    summary: "Change where your membership of a Discord server is shown",
    body: membershipChange,
    returns: membership,
    errors: ["not_found"],
    run: changeMembership,
  }),
  beginLinking: sessionOperation("POST /api/account/discord", {
    writes: "profile",
    stepUp: true,
    available: isDiscordSetUp,
    summary: "Check your proof of identity before linking Discord",
    returns: null,
    status: 204,
    // The declaration checks the proof of identity; the callback of Discord's consent checks it again.
    run: async () => undefined,
  }),
  unlink: sessionOperation("DELETE /api/account/discord", {
    writes: "profile",
    stepUp: true,
    idempotent: true,
    available: isDiscordSetUp,
    summary: "Unlink your Discord account",
    returns: null,
    status: 204,
    errors: ["conflict"],
    run: unlinkDiscord,
  }),
};
