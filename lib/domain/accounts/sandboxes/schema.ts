import { z } from "zod";
import { newKey } from "@/lib/domain/accounts/keys/schema";
import { moment } from "@/lib/domain/kernel/moment";
import { visibleLine } from "@/lib/domain/kernel/text/schema";
import { LATEST, MAX_ADVANCE_MS, MAX_REPLAYED, SEED_LENGTH } from "./rules";

const isoTime = z.iso.datetime();

const startsAt = moment.refine((at) => at < LATEST, `must be before ${LATEST.toISOString()}`);

export const sandboxReset = z.strictObject({
  seed: visibleLine("A seed", { min: 1, max: SEED_LENGTH }).optional().meta({
    description: "Chooses the randomness: ids, codes, jitter. Without one it is a new one each time.",
    example: "checkout-tests",
  }),
  startsAt: startsAt.optional().meta({
    description: "What the clock shows at first. Without one it is the present.",
    example: "2027-01-01T09:00:00Z",
  }),
});

const person = z.object({
  id: z.string().meta({ example: "user_0VhQ3kTz00aB3dE5fG7hJ9" }),
  handle: z.string().meta({ example: "robin" }),
  name: z.string().meta({ example: "Robin" }),
});

export const sandbox = z
  .object({
    id: z.string().meta({ example: "4fVx09qLdE" }),
    seed: z.string().meta({ example: "checkout-tests" }),
    startsAt: isoTime,
    now: isoTime.meta({ description: "What its clock shows." }),
    acts: z.number().int().meta({ description: "How many acts moved it by a millisecond each.", example: 12 }),
    people: z.array(person).meta({ description: "Who is in it, you first." }),
    pendingDeliveries: z.number().int().meta({ description: "Webhook deliveries that wait for their time." }),
    nextDueAt: isoTime.nullable().meta({ description: "When the first of what waits is due." }),
  })
  .meta({ id: "Sandbox", description: "Where your test keys act: nobody else sees it." });

export const madeSandbox = sandbox.extend({
  people: z.array(person.extend({ key: z.string().meta({ example: "pb_test_4fVx09qLdE_…" }) })).meta({
    description: "Who is in it, you first, each with a test key that has every scope.",
  }),
});

export const clockAdvance = z
  .strictObject({
    seconds: z
      .number()
      .int()
      .min(0)
      .max(MAX_ADVANCE_MS / 1000)
      .optional()
      .meta({ description: "How far to move it, unless `to` says it.", example: 3600 }),
    to: startsAt.optional().meta({ description: "What it is to show, in place of `seconds`; it never goes back." }),
  })
  .refine(({ seconds, to }) => (seconds === undefined) !== (to === undefined), {
    path: ["seconds"],
    error: "seconds or to is required, and not both",
  });

export const advancedClock = z.object({
  now: isoTime,
  attempts: z.number().int().meta({ description: "Webhook deliveries that were attempted on the way.", example: 6 }),
  isComplete: z.boolean().meta({
    description: "False where there was more to do than one call may take: call again with the same `to`.",
  }),
});

export const newTestKey = newKey.extend({
  name: newKey.shape.name.default("Test key"),
  handle: z.string().max(20).meta({ description: "Whose key it is.", example: "robin" }),
});

export const replay = z.strictObject({
  endpointId: z.string().max(64).meta({ example: "whe_0VhQ3kTzAbCdEfGhIjKlMn" }),
  from: moment.optional().meta({ description: "Deliveries that were queued then or later, by the sandbox's clock." }),
  until: moment.optional().meta({ description: "Deliveries that were queued before." }),
});

export const replayed = z.object({
  replayed: z.number().int().meta({ example: 3 }),
  isComplete: z.boolean().meta({ description: `False where ${MAX_REPLAYED} were sent, and there may be more.` }),
});

export type SandboxReset = z.output<typeof sandboxReset>;
export type SandboxView = z.input<typeof sandbox>;
export type MadeSandbox = z.input<typeof madeSandbox>;
