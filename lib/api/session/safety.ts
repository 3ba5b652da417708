import { blockUser, muteUser, unblockUser, unmuteUser } from "@/lib/domain/safety/commands";
import { listBlocks, listMutes } from "@/lib/domain/safety/queries";
import {
  blockState,
  hiddenPerson,
  mutedWord,
  mutedWordList,
  muteState,
  newMutedWord,
} from "@/lib/domain/safety/schema";
import { listMutedWords, muteWord, unmuteWord } from "@/lib/domain/safety/words";
import { sessionOperation } from "@/lib/http/operation";

/** Blocks, mutes and muted words (docs/contract.md#blocking-and-muting). */
export const safety = {
  block: sessionOperation("POST /api/users/{handle}/block", {
    writes: "safety",
    idempotent: true,
    summary: "Block somebody",
    returns: blockState,
    errors: ["not_found", "conflict"],
    run: blockUser,
  }),
  unblock: sessionOperation("DELETE /api/users/{handle}/block", {
    writes: "safety",
    idempotent: true,
    summary: "Unblock somebody",
    returns: blockState,
    errors: ["not_found"],
    run: unblockUser,
  }),
  mute: sessionOperation("POST /api/users/{handle}/mute", {
    writes: "safety",
    idempotent: true,
    summary: "Mute somebody",
    returns: muteState,
    errors: ["not_found", "conflict"],
    run: muteUser,
  }),
  unmute: sessionOperation("DELETE /api/users/{handle}/mute", {
    writes: "safety",
    idempotent: true,
    summary: "Unmute somebody",
    returns: muteState,
    errors: ["not_found"],
    run: unmuteUser,
  }),
  blocks: sessionOperation("GET /api/me/blocks", {
    summary: "List the people you have blocked",
    paginated: true,
    returns: hiddenPerson,
    run: listBlocks,
  }),
  mutes: sessionOperation("GET /api/me/mutes", {
    summary: "List the people you have muted",
    paginated: true,
    returns: hiddenPerson,
    run: listMutes,
  }),
  words: sessionOperation("GET /api/me/muted-words", {
    summary: "List your muted words",
    returns: mutedWordList,
    run: listMutedWords,
  }),
  muteWord: sessionOperation("POST /api/me/muted-words", {
    writes: "safety",
    idempotent: true,
    summary: "Mute a word or phrase",
    body: newMutedWord,
    status: 201,
    returns: mutedWord,
    errors: ["conflict"],
    run: muteWord,
  }),
  unmuteWord: sessionOperation("DELETE /api/me/muted-words/{id}", {
    writes: "safety",
    idempotent: true,
    summary: "Unmute a word or phrase",
    status: 204,
    returns: null,
    errors: ["not_found"],
    run: unmuteWord,
  }),
};
