import {
  advanceClock,
  deleteSandbox,
  issueTestKey,
  makeSandbox,
  replayDeliveries,
} from "@/lib/domain/accounts/sandboxes/commands";
import { getSandbox } from "@/lib/domain/accounts/sandboxes/queries";
import { UNUSED_DAYS } from "@/lib/domain/accounts/sandboxes/rules";
import {
  advancedClock,
  clockAdvance,
  madeSandbox,
  newTestKey,
  replay,
  replayed,
  sandbox as sandboxSchema,
  sandboxReset,
} from "@/lib/domain/accounts/sandboxes/schema";
import { issuedKey } from "@/lib/domain/accounts/keys/schema";
import { apiOperation } from "@/lib/http/operation";

/** docs/contract.md#sandboxes. A live key manages the sandbox of its account, a test key the one that it acts in. */
const kept = {
  scope: "manage:sandbox",
  keepsSandbox: true,
  writes: null,
  budget: "costly",
  idempotent: false,
} as const;

export const sandbox = {
  get: apiOperation("GET /api/v1/sandbox", {
    scope: "manage:sandbox",
    summary: "Get your sandbox",
    description: "What its clock shows, who is in it, and what waits for its time.",
    returns: sandboxSchema,
    errors: ["not_found", "unavailable"],
    run: getSandbox,
  }),
  make: apiOperation("POST /api/v1/sandbox", {
    ...kept,
    summary: "Make or reset your sandbox",
    description: `Empties it in a moment. Its people and keys stay the same. It is deleted after ${UNUSED_DAYS} days without a request.`,
    body: sandboxReset,
    secret: true,
    status: 201,
    returns: madeSandbox,
    errors: ["conflict", "unavailable"],
    run: makeSandbox,
  }),
  delete: apiOperation("DELETE /api/v1/sandbox", {
    ...kept,
    summary: "Delete your sandbox",
    description: "Its keys end with it.",
    returns: null,
    errors: ["not_found"],
    run: deleteSandbox,
  }),
  advance: apiOperation("POST /api/v1/sandbox/advance", {
    ...kept,
    summary: "Advance the sandbox’s clock",
    description:
      "Retries of webhooks, reminders and whatever else becomes due on the way is done at its own time, before the response.",
    body: clockAdvance,
    returns: advancedClock,
    example: { seconds: 3600 },
    errors: ["not_found", "conflict", "unavailable"],
    run: advanceClock,
  }),
  issueKey: apiOperation("POST /api/v1/sandbox/keys", {
    ...kept,
    summary: "Create a test key",
    description: "For anybody in the sandbox, with any scopes. It expires by the sandbox’s clock.",
    body: newTestKey,
    secret: true,
    status: 201,
    returns: issuedKey,
    example: { handle: "robin", scopes: ["read:feed"], expiresInDays: 30 },
    errors: ["not_found", "conflict", "unavailable"],
    run: issueTestKey,
  }),
  replay: apiOperation("POST /api/v1/sandbox/replay", {
    ...kept,
    summary: "Replay deliveries",
    description: "Sends the deliveries of a window of the sandbox’s past again, with the same ids and bodies.",
    body: replay,
    returns: replayed,
    errors: ["not_found", "conflict", "unavailable"],
    run: replayDeliveries,
  }),
};
