import type { Actor, Context, VisitorContext } from "@/lib/domain/kernel/context";
import { spendOrReject } from "@/lib/domain/kernel/budget";
import { conflict, DomainError } from "@/lib/domain/kernel/errors";
import { challengeUser } from "@/lib/domain/play/duels/commands";
import { GAME_KEYS, type GameKey, GAMES } from "@/lib/domain/play/leaderboards/rules";
import { getProfileOf } from "@/lib/domain/accounts/users/profile";
import { readSiteName, siteName } from "@/lib/domain/accounts/users/site-name";
import { requireVerifiedEmail } from "@/lib/domain/accounts/guards/verified-email";
import { env } from "@/lib/infra/environment/env";
import { refund } from "@/lib/infra/limiter/rate-limit";
import { withTimeout } from "@/lib/infra/timeout";
import { claimInteraction, recordPresence, setGuildPublic } from "./commands";
import { findLinkedActor, findOnRoster, listGuildRanking } from "./queries";
import { INTERACTION_TIMEOUT_MS, isAdministrator, MESSAGE_ROWS } from "./rules";
import { type Interaction, isSnowflake } from "./schema";
import { InteractionResponseFlags, InteractionResponseType } from "discord-interactions";

interface Command {
  discordId: string;
  actor: Actor | null;
  /** Absent in a direct message. */
  guildId?: string;
  isAdministrator: boolean;
  option(name: string): string | undefined;
}

const HANDLERS: Record<string, (ctx: VisitorContext, command: Command) => Promise<Reply>> = {
  leaderboard,
  profile,
  link,
  duel,
};

/**
 * Answers a slash command that Discord signed. Records the interaction before running it, so that a replay never
 * completes a command that a crash interrupted. A command that takes long runs on after its reply, because Discord
 * shows a late reply as a failure of the application.
 * @throws `conflict` for a replay
 */
export function answerInteraction(ctx: VisitorContext, interaction: Interaction): Promise<Reply> {
  return withTimeout(runCommand(ctx, interaction), INTERACTION_TIMEOUT_MS, slowReply);
}

/** Uses the cached name, because the database may be the reason for the delay. */
const slowReply = () =>
  ephemeralMessage(
    `${escapeMarkdown(siteName())} is slow just now. Look there whether it was done, or try again in a moment.`,
  );

async function runCommand(ctx: VisitorContext, interaction: Interaction): Promise<Reply> {
  if (!(await claimInteraction(ctx, interaction.id))) throw conflict("This interaction was answered already.");
  const user = interaction.member?.user ?? interaction.user;
  const handle = Object.hasOwn(HANDLERS, interaction.data.name) ? HANDLERS[interaction.data.name] : undefined;
  if (!user || !handle) return ephemeralMessage(`${await escapedSiteName()} does not know this command.`);
  const actor = await findLinkedActor(ctx, user.id);
  const guildId = interaction.member && interaction.guild_id;
  if (actor && guildId) await recordPresence({ ...ctx, actor }, guildId);
  const options = new Map(interaction.data.options.map(({ name, value }) => [name, value]));
  try {
    return await handle(ctx, {
      discordId: user.id,
      actor,
      guildId,
      isAdministrator: isAdministrator(interaction.member?.permissions ?? "0"),
      option: (name) => options.get(name)?.toString(),
    });
  } catch (error) {
    if (error instanceof DomainError && error.code !== "unavailable")
      return ephemeralMessage(escapeMarkdown(error.message));
    throw error;
  }
}

async function leaderboard(ctx: VisitorContext, { guildId, option, ...command }: Command): Promise<Reply> {
  if (!guildId) return ONLY_IN_SERVER;
  const visibility = option("public");
  if (visibility !== undefined) {
    if (!command.isAdministrator) return ephemeralMessage("Only an administrator of this server can decide that.");
    await setGuildPublic(ctx, guildId, visibility === "true");
  }
  const game = gameOf(option("game") ?? "plinko");
  if (!game) return ephemeralMessage(`There is no such game. The games are: ${GAME_KEYS.join(", ")}.`);
  const ranking = await listGuildRanking(ctx, { id: guildId, game, limit: MESSAGE_ROWS });
  const rows = ranking.map(
    ({ rank, user, score }) => `${rank}\\. @${escapeMarkdown(user.handle)} · ${score.toLocaleString("en")}`,
  );
  const audience =
    visibility === undefined
      ? []
      : [
          visibility === "true"
            ? "Everybody can see this leaderboard now."
            : "Only members can see this leaderboard now.",
        ];
  const nobody = "Nobody here has played yet. `/link` your account to be on this leaderboard.";
  return message(
    [
      ...audience,
      `**${GAMES[game].title}**`,
      ...(rows.length > 0 ? rows : [nobody]),
      address(`/guilds/${guildId}?game=${game}`),
    ].join("\n"),
  );
}

async function profile(ctx: VisitorContext, { actor, option }: Command): Promise<Reply> {
  const handle = option("handle")?.replace(/^@/, "") ?? actor?.handle;
  if (handle === undefined) return notLinked();
  const found = await getProfileOf({ ...ctx, actor }, { handle }).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === "not_found") return null;
    throw error;
  });
  if (!found) return ephemeralMessage(`Nobody on ${await escapedSiteName()} has this handle.`);
  const { level, followers, posts } = found.stats;
  const counts = `Level ${level} · ${followers.toLocaleString("en")} followers · ${posts.toLocaleString("en")} posts`;
  return ephemeralMessage(`**@${escapeMarkdown(found.handle)}**\n${counts}\n${address(`/users/${found.handle}`)}`);
}

async function link(_ctx: VisitorContext, { actor }: Command): Promise<Reply> {
  if (!actor) return notLinked();
  return ephemeralMessage(
    `You are @${escapeMarkdown(actor.handle)} on ${await escapedSiteName()}. Settings: ${address("/settings/account")}`,
  );
}

/** Answers the same for a member who hides and for one who is not linked, to not reveal who owns an account. */
async function duel(ctx: VisitorContext, { discordId, actor, guildId, option }: Command): Promise<Reply> {
  if (!guildId) return ONLY_IN_SERVER;
  if (!actor) return notLinked();
  const named = option("member") ?? "";
  const site = await escapedSiteName();
  const unknown = ephemeralMessage(
    `This member is not on the server's roster on ${site}. They can join it with \`/link\`.`,
  );
  const opponent =
    isSnowflake(named) && named !== discordId && (await findOnRoster(ctx, { guildId, discordId: named }));
  if (named === discordId) return ephemeralMessage("You cannot challenge yourself.");
  if (!opponent) return unknown;
  try {
    const { id } = await challenge({ ...ctx, actor }, opponent.id);
    return message(`<@${discordId}> challenges <@${named}> to a duel: ${address(`/ranked/${id}`)}`, [named]);
  } catch (error) {
    if (error instanceof DomainError && error.code === "not_found") return unknown;
    throw error;
  }
}

/** Spends the same budget as a challenge that is made on the site. */
async function challenge(ctx: Context, opponent: string): Promise<{ id: string }> {
  requireVerifiedEmail(ctx.actor);
  await spendOrReject("duelChallenges", ctx.actor.id, { whenDown: "local" });
  try {
    return await challengeUser(ctx, { opponent, game: "duel" });
  } catch (error) {
    if (!(error instanceof DomainError)) await refund("duelChallenges", ctx.actor.id, { whenDown: "local" });
    throw error;
  }
}

const ONLY_IN_SERVER = ephemeralMessage("Use this command in a server.");
const notLinked = async () =>
  ephemeralMessage(`Link your account in your settings on ${await escapedSiteName()}: ${address("/settings/account")}`);

const escapedSiteName = async () => escapeMarkdown(await readSiteName());

const address = (path: string) => `<${env().siteUrl}${path}>`;
const gameOf = (game: string): GameKey | undefined => GAME_KEYS.find((key) => key === game);

/** An answer to an interaction: https://discord.com/developers/docs/interactions/receiving-and-responding. */
export interface Reply {
  type: InteractionResponseType;
  data?: {
    content: string;
    flags?: InteractionResponseFlags;
    /** The people whom Discord notifies: nobody else, whatever the content looks like. */
    allowed_mentions: { parse: []; users?: string[] };
  };
}

export const PONG: Reply = { type: InteractionResponseType.PONG };

/** A message that only the person who gave the command sees. */
function ephemeralMessage(content: string): Reply {
  return {
    type: InteractionResponseType.CHANNEL_MESSAGE_WITH_SOURCE,
    data: { content, flags: InteractionResponseFlags.EPHEMERAL, allowed_mentions: { parse: [] } },
  };
}

/** Returns a message for the whole channel, which notifies the people named by id. */
export function message(content: string, users?: string[]): Reply {
  return {
    type: InteractionResponseType.CHANNEL_MESSAGE_WITH_SOURCE,
    data: { content, allowed_mentions: users ? { parse: [], users } : { parse: [] } },
  };
}

/** Escapes Discord's markup, such as the underscores of a handle. */
const escapeMarkdown = (text: string) => text.replaceAll(/[\\_*~`|>#[\]]/g, "\\$&");
