import { InteractionResponseFlags, InteractionResponseType } from "discord-interactions";

/** An answer to an interaction: https://discord.com/developers/docs/interactions/receiving-and-responding. */
export interface Reply {
  type: InteractionResponseType;
  data?: {
    content: string;
    flags?: InteractionResponseFlags;
    /** Whom Discord notifies: nobody but these, whatever the content looks like. */
    allowed_mentions: { parse: []; users?: string[] };
  };
}

export const PONG: Reply = { type: InteractionResponseType.PONG };

/** A message that only who gave the command sees. */
export function whisper(content: string): Reply {
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

/** Handles and numbers as they are: an underscore in them is no markup. */
export const plain = (text: string) => text.replaceAll(/[\\_*~`|>#[\]]/g, "\\$&");
