import { InteractionResponseFlags, InteractionResponseType } from "discord-interactions";

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
export function ephemeralMessage(content: string): Reply {
  return {
    type: InteractionResponseType.CHANNEL_MESSAGE_WITH_SOURCE,
    data: { content, flags: InteractionResponseFlags.EPHEMERAL, allowed_mentions: { parse: [] } },
  };
}

/** A message for the whole channel, which notifies the people named by id. */
export function message(content: string, users?: string[]): Reply {
  return {
    type: InteractionResponseType.CHANNEL_MESSAGE_WITH_SOURCE,
    data: { content, allowed_mentions: users ? { parse: [], users } : { parse: [] } },
  };
}

/** Escapes Discord's markup, such as the underscores of a handle. */
export const escapeMarkdown = (text: string) => text.replaceAll(/[\\_*~`|>#[\]]/g, "\\$&");
