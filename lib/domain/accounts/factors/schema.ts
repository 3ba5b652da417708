import { z } from "zod";
import { visibleLine } from "@/lib/domain/kernel/text/schema";
import { PASSWORD_LENGTH } from "@/lib/domain/accounts/users/rules";
import { DEFAULT_TOTP_NAME, FACTOR_NAME_LENGTH, MAX_CODE_LENGTH } from "./rules";

const factorName = visibleLine("A name", FACTOR_NAME_LENGTH);

const code = z.string().min(1, "Enter a code").max(MAX_CODE_LENGTH, "This is too long for a code");

export const newTotp = z.strictObject({ name: factorName.default(DEFAULT_TOTP_NAME) });

/** The only response that contains the secret. */
export const totpSetup = z.object({
  /** In base32, for typing it in. */
  secret: z.string(),
  /** `otpauth://…`, for a QR code. */
  uri: z.string(),
});

export const totpConfirmation = z.strictObject({ code });

/** The only response that contains the codes. Empty where the account has some already. */
export const recoveryCodeList = z.object({ recoveryCodes: z.array(z.string()) });

const base64url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*={0,2}$/, "This is not base64url");
const credential = { id: base64url, rawId: base64url, type: z.literal("public-key") };
/** Fields that browsers add on their own. */
const extras = {
  authenticatorAttachment: z.string().max(40).nullish(),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
};

/** The answer of a browser with a passkey (WebAuthn's `AuthenticationResponseJSON`). */
export const assertion = z.object({
  ...credential,
  ...extras,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
});

/** The answer of a browser that created a passkey (`RegistrationResponseJSON`). */
const registrationResponse = z.object({
  ...credential,
  ...extras,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});

export const newPasskey = z.strictObject({ name: factorName, response: registrationResponse });

export const passkeyChallenge = z.looseObject({ challenge: z.string() });

/** Exactly one of these. */
export const proof = z
  .strictObject({
    password: z.string().max(PASSWORD_LENGTH.max).optional(),
    /** Of an authenticator app, or a recovery code. */
    code: code.optional(),
    passkey: assertion.optional(),
  })
  .refine((given) => Object.values(given).filter((value) => value !== undefined).length === 1, {
    error: "Give your password, a code or a passkey's answer",
    path: ["password"],
  });

const isoTime = z.iso.datetime();

const factorSummary = z.object({
  name: z.string(),
  createdAt: isoTime,
  lastUsedAt: isoTime.nullable(),
});

export const factorSettings = z.object({
  hasPassword: z.boolean(),
  totp: factorSummary.nullable(),
  passkeys: z.array(factorSummary.extend({ id: z.string() })),
  recoveryCodesLeft: z.number().int().min(0),
});

export type NewTotp = z.output<typeof newTotp>;
export type TotpSetup = z.output<typeof totpSetup>;
export type NewPasskey = z.output<typeof newPasskey>;
export type Assertion = z.output<typeof assertion>;
export type Proof = z.output<typeof proof>;
export type FactorSettings = z.output<typeof factorSettings>;
