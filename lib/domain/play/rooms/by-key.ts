import { type Context, createContext } from "@/lib/domain/kernel/context";
import { sendMessage as send } from "./messages";
import { noteReaders } from "./presence";
import { getRoom as get, listMessages as list } from "./queries";
import { readRoomCode } from "./rules";

// What members can also do in rooms by API key. A program has no stream of a room, so reading and writing count as its
// presence.

export const getRoom = showingPresence(get);
export const listMessages = showingPresence(list);
export const sendMessage = showingPresence(send);

function showingPresence<Input extends { code: string }, Result>(act: (ctx: Context, input: Input) => Promise<Result>) {
  return async (ctx: Context, input: Input): Promise<Result> => {
    const result = await act(ctx, input);
    const code = readRoomCode(input.code);
    if (ctx.channel === "api" && code)
      ctx.afterCommit(() => noteReaders(createContext(ctx), [{ userId: ctx.actor.id, code }]));
    return result;
  };
}
