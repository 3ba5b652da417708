import { z } from "zod";
import { visibleLine } from "@/lib/domain/text";
import { KEY_NAME_LENGTH, MAX_EXPIRY_DAYS, ROTATION_GRACE } from "./rules";
import { SCOPE_NAMES } from "./scopes";

export const scope = z.enum(SCOPE_NAMES);

export const newKey = z.strictObject({
  name: visibleLine("A name", { min: 1, max: KEY_NAME_LENGTH }),
  scopes: z
    .array(scope)
    .min(1, "Choose at least one scope")
    .transform((scopes) => [...new Set(scopes)]),
  expiresInDays: z.number().int().min(1).max(MAX_EXPIRY_DAYS).nullish(),
});

export const rotation = z.strictObject({
  graceSeconds: z.number().int().min(0).max(ROTATION_GRACE.maxSeconds).default(ROTATION_GRACE.defaultSeconds),
});

const isoTime = z.iso.datetime();

/** The only response that contains the secret. */
export const issuedKey = z.object({
  id: z.string(),
  name: z.string(),
  key: z.string(),
  scopes: z.array(scope),
  suffix: z.string(),
  createdAt: isoTime,
  expiresAt: isoTime.nullable(),
});

export const keySummary = issuedKey.omit({ key: true }).extend({
  prefix: z.string(),
  lastUsedAt: isoTime.nullable(),
  revokedAt: isoTime.nullable(),
  /** Secrets that were superseded by a rotation and still work. */
  oldSecrets: z.array(z.object({ suffix: z.string(), endsAt: isoTime, uses: z.number().int() })),
});

export const keyList = z.object({ data: z.array(keySummary) });

export type NewKey = z.output<typeof newKey>;
export type IssuedKey = z.output<typeof issuedKey>;
export type KeySummary = z.output<typeof keySummary>;
