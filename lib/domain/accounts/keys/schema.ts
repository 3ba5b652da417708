import { z } from "zod";
import { visibleLine } from "@/lib/domain/kernel/text/schema";
import { isRange } from "@/lib/infra/network/client-ip";
import { KEY_NAME_LENGTH, MAX_EXPIRY_DAYS, MAX_NETWORKS, ROTATION_GRACE } from "./rules";
import { SCOPE_NAMES } from "./scopes";

export const scope = z.enum(SCOPE_NAMES);

const networks = z
  .array(z.string().max(64))
  .max(MAX_NETWORKS, `A key has at most ${MAX_NETWORKS} networks`)
  .superRefine((texts, check) => {
    const wrong = texts.filter((text) => !isRange(text));
    if (wrong.length > 0)
      check.addIssue({
        code: "custom",
        message: `Write addresses or ranges such as 192.0.2.0/24, not ${wrong.join(", ")}`,
      });
  });

export const newKey = z.strictObject({
  name: visibleLine("A name", { min: 1, max: KEY_NAME_LENGTH }),
  scopes: z
    .array(scope)
    .min(1, "Choose at least one scope")
    .transform((scopes) => [...new Set(scopes)]),
  expiresInDays: z.number().int().min(1).max(MAX_EXPIRY_DAYS).nullish(),
  networks: networks.optional(),
});

export const rotation = z.strictObject({
  graceSeconds: z.number().int().min(0).max(ROTATION_GRACE.maxSeconds).default(ROTATION_GRACE.defaultSeconds),
});

const isoTime = z.iso.datetime();

/** The only response that contains the secret. */
export const issuedKey = z.object({
  id: z.string().meta({ example: "key_0VhQ3kTz00aB3dE5fG7hJ9" }),
  name: z.string().meta({ example: "Test key" }),
  key: z.string().meta({ description: "The secret, shown only once.", example: "pb_test_4fVx09qLdE_…" }),
  scopes: z.array(scope),
  suffix: z.string().meta({ description: "The last four characters of the secret.", example: "x7Qa" }),
  createdAt: isoTime,
  expiresAt: isoTime.nullable(),
});

const keySummary = issuedKey.omit({ key: true }).extend({
  prefix: z.string(),
  lastUsedAt: isoTime.nullable(),
  revokedAt: isoTime.nullable(),
  /** Absent for a key that may be used from everywhere. */
  networks: z.array(z.string()).optional(),
  /** Secrets that were superseded by a rotation and still work. */
  oldSecrets: z.array(z.object({ suffix: z.string(), endsAt: isoTime, uses: z.number().int() })),
});

export const keyList = z.object({ data: z.array(keySummary) });

export type NewKey = z.output<typeof newKey>;
export type IssuedKey = z.output<typeof issuedKey>;
export type KeySummary = z.output<typeof keySummary>;
