import { changeMembership, unlinkDiscord } from "@/lib/domain/play/guilds/commands";
import { isDiscordSetUp } from "@/lib/domain/play/guilds/discord-api";
import { getGuildLeaderboard } from "@/lib/domain/play/guilds/queries";
import { guildLeaderboard, guildLeaderboardQuery, membership, membershipChange } from "@/lib/domain/play/guilds/schema";
import { sessionOperation } from "@/lib/http/operation";

export const guilds = {
  leaderboard: sessionOperation("GET /api/guilds/{id}/leaderboard", {
    session: "optional",
    available: isDiscordSetUp,
    query: guildLeaderboardQuery,
    returns: guildLeaderboard,
    run: getGuildLeaderboard,
  }),
  changeMembership: sessionOperation("PATCH /api/guilds/{id}/membership", {
    writes: "profile",
    idempotent: true,
    available: isDiscordSetUp,
    body: membershipChange,
    returns: membership,
    run: changeMembership,
  }),
  beginLinking: sessionOperation("POST /api/account/discord", {
    writes: "profile",
    stepUp: true,
    available: isDiscordSetUp,
    returns: null,
    // The declaration checks the proof of identity; the callback of Discord's consent checks it again.
    run: async () => undefined,
  }),
  unlink: sessionOperation("DELETE /api/account/discord", {
    writes: "profile",
    stepUp: true,
    idempotent: true,
    available: isDiscordSetUp,
    returns: null,
    run: unlinkDiscord,
  }),
};
