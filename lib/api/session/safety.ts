import { blockUser, muteUser, unblockUser, unmuteUser } from "@/lib/domain/people/safety/commands";
import { listBlocks, listMutes } from "@/lib/domain/people/safety/queries";
import {
  blockState,
  hiddenPerson,
  mutedWord,
  mutedWordList,
  muteState,
  newMutedWord,
} from "@/lib/domain/people/safety/schema";
import { listMutedWords, muteWord, unmuteWord } from "@/lib/domain/people/safety/words";
import { sessionOperation } from "@/lib/http/operation";

const act = { writes: "safety", idempotent: true } as const;

/** Blocks, mutes and muted words (docs/contract.md#blocking-and-muting). */
export const safety = {
  block: sessionOperation("POST /api/users/{handle}/block", { ...act, returns: blockState, run: blockUser }),
  unblock: sessionOperation("DELETE /api/users/{handle}/block", { ...act, returns: blockState, run: unblockUser }),
  mute: sessionOperation("POST /api/users/{handle}/mute", { ...act, returns: muteState, run: muteUser }),
  unmute: sessionOperation("DELETE /api/users/{handle}/mute", { ...act, returns: muteState, run: unmuteUser }),
  blocks: sessionOperation("GET /api/me/blocks", { paginated: true, returns: hiddenPerson, run: listBlocks }),
  mutes: sessionOperation("GET /api/me/mutes", { paginated: true, returns: hiddenPerson, run: listMutes }),
  words: sessionOperation("GET /api/me/muted-words", { returns: mutedWordList, run: listMutedWords }),
  muteWord: sessionOperation("POST /api/me/muted-words", {
    ...act,
    body: newMutedWord,
    status: 201,
    returns: mutedWord,
    run: muteWord,
  }),
  unmuteWord: sessionOperation("DELETE /api/me/muted-words/{id}", { ...act, returns: null, run: unmuteWord }),
};
