import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { createHmac, timingSafeEqual } from "node:crypto";
import { type Context, inTransaction, read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { conflict, invalid, notFound } from "@/lib/domain/kernel/errors";
import { lockActorWithSession, lockAccount } from "@/lib/domain/kernel/locks";
import { readSiteName } from "@/lib/domain/accounts/users/site-name";
import { requireProvedAddress } from "@/lib/domain/accounts/guards/verified-email";
import { env } from "@/lib/infra/environment/env";
import type { Passkey } from "@/lib/infra/prisma/client";
import { deriveKey } from "@/lib/infra/secrets";
import { MINUTE_MS } from "@/lib/domain/kernel/durations";
import { recordSecurityChange } from "./security-change";
import { deleteUnneededCodes, issueFirstCodes } from "./recovery-codes";
import { CHALLENGE_MINUTES, MAX_CREDENTIAL_ID_LENGTH, MAX_PASSKEYS } from "./rules";
import type { Assertion, NewPasskey } from "./schema";

/** The relying party that browsers bind passkeys to: this host. */
const relyingParty = () => ({ id: new URL(env().siteUrl).hostname, origin: env().siteUrl });
const registering = ({ actor }: Context): ChallengePurpose => `register:${actor.id}`;

/**
 * Returns the options for registering a passkey.
 * @throws DomainError `forbidden` while the account's address is not verified
 */
export async function passkeyOptions(ctx: Context) {
  requireProvedAddress(ctx.actor);
  const passkeys = await read<Pick<Passkey, "id" | "transports">>(ctx, "passkeys.registered")`
    SELECT id, transports FROM "Passkey" WHERE "userId" = ${ctx.actor.id}`;
  return generateRegistrationOptions({
    rpName: await readSiteName(),
    rpID: relyingParty().id,
    userID: new TextEncoder().encode(ctx.actor.id),
    userName: ctx.actor.handle,
    userDisplayName: ctx.actor.name,
    challenge: issueChallenge(ctx, registering(ctx)),
    attestationType: "none",
    excludeCredentials: passkeys,
    // A discoverable credential signs in without a handle or a password.
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/**
 * Returns recovery codes if the account has none.
 * @throws DomainError `invalid_request` for a response that proves nothing, `conflict` beyond `MAX_PASSKEYS`,
 *   `forbidden` while the account's address is not verified
 */
export async function addPasskey(ctx: Context, { name, response }: NewPasskey): Promise<{ recoveryCodes: string[] }> {
  requireProvedAddress(ctx.actor);
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty();
  let challenge = "";
  const { registrationInfo } = await verifyRegistrationResponse({
    response: response as never,
    expectedOrigin,
    expectedRPID,
    expectedChallenge: (given) => isOpenChallenge(ctx, registering(ctx), (challenge = given)),
  }).catch(rejectAs("response"));
  if (!registrationInfo) throw notProven("response");
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  if (id.length > MAX_CREDENTIAL_ID_LENGTH) throw notProven("response");
  return inTransaction(ctx, async (tx) => {
    await lockActorWithSession(tx);
    if (!(await consumeChallenge(tx, challenge))) throw notProven("response");
    const others = await read<{ id: string }>(tx, "passkeys.others")`
      SELECT id FROM "Passkey" WHERE "userId" = ${tx.actor.id}`;
    if (others.length >= MAX_PASSKEYS)
      throw conflict(`An account has at most ${MAX_PASSKEYS} passkeys. Remove one first.`);
    const inserted = await write(tx, "passkeys.insert")`
      INSERT INTO "Passkey" (id, "userId", name, "publicKey", counter, transports, "createdAt")
      VALUES (${id}, ${tx.actor.id}, ${name}, ${publicKey}, ${counter}, ${transports}, ${tx.now})
      ON CONFLICT DO NOTHING`;
    if (inserted === 0) throw conflict("This passkey is set up already.");
    await recordSecurityChange(tx, "factor.added", `The passkey “${name}” was added.`, { name });
    return { recoveryCodes: await issueFirstCodes(tx) };
  });
}

export async function removePasskey(ctx: Context, { id }: { id: string }): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx, tx.actor.id);
    const [passkey] = await read<{ name: string }>(tx, "passkeys.delete")`
      DELETE FROM "Passkey" WHERE id = ${id} AND "userId" = ${tx.actor.id} RETURNING name`;
    if (!passkey) throw notFound();
    await deleteUnneededCodes(tx);
    const { name } = passkey;
    await recordSecurityChange(tx, "factor.removed", `The passkey “${name}” was removed.`, { name });
  });
}

/** Returns the options for signing in with a passkey, the same for everybody. */
export function signInOptions(ctx: VisitorContext) {
  return generateAuthenticationOptions({
    rpID: relyingParty().id,
    challenge: issueChallenge(ctx, "sign-in"),
    userVerification: "required",
  });
}

type PasskeyRow = Pick<Passkey, "id" | "userId" | "publicKey"> & { counter: number };

/** Returns the account whose passkey answered one of our challenges, once per challenge; null for anything else. */
export async function acceptAssertion(ctx: VisitorContext, response: Assertion): Promise<string | null> {
  const [passkey] = await read<PasskeyRow>(ctx, "passkeys.one")`
    SELECT id, "userId", "publicKey", counter::float8 AS counter FROM "Passkey" WHERE id = ${response.id}`;
  if (!passkey) return null;
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty();
  const { id, publicKey, counter } = passkey;
  let challenge = "";
  const result = await verifyAuthenticationResponse({
    response: response as never,
    expectedOrigin,
    expectedRPID,
    expectedChallenge: (given) => isOpenChallenge(ctx, "sign-in", (challenge = given)),
    credential: { id, publicKey, counter },
  }).catch(() => null);
  if (!result?.verified) return null;
  const { newCounter } = result.authenticationInfo;
  return inTransaction(ctx, async (tx) => {
    if (!(await consumeChallenge(tx, challenge))) return null;
    // Many devices do not count signatures, and always send 0.
    const accepted = await write(tx, "passkeys.accept")`
      UPDATE "Passkey" SET counter = ${newCounter}, "lastUsedAt" = ${tx.now}
       WHERE id = ${id} AND counter < GREATEST(${newCounter}::bigint, 1)`;
    return accepted > 0 ? passkey.userId : null;
  });
}

const notProven = (param: string) =>
  invalid([{ param, message: "The browser’s answer doesn’t fit, or it took too long. Try again." }]);

const rejectAs = (param: string) => (): never => {
  throw notProven(param);
};

const TIME_BYTES = 6;
const RANDOM_BYTES = 18;
const SIGNATURE_BYTES = 16;

/** What a challenge is for: to sign somebody in, or to give an account a passkey. */
type ChallengePurpose = "sign-in" | `register:${string}`;

/** A challenge contains its time and our signature: only answered ones are stored, since every login page gets one. */
function issueChallenge({ now, random }: VisitorContext, purpose: ChallengePurpose): Uint8Array<ArrayBuffer> {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeUIntBE(now.getTime(), 0, TIME_BYTES);
  const signed = Buffer.concat([time, random(RANDOM_BYTES)]);
  return new Uint8Array(Buffer.concat([signed, signatureOf(signed, purpose)]));
}

/** Whether a challenge, in base64url, is one of ours for this purpose, and not too old. */
function isOpenChallenge({ now }: VisitorContext, purpose: ChallengePurpose, challenge: string): boolean {
  const bytes = Buffer.from(challenge, "base64url");
  if (bytes.length !== TIME_BYTES + RANDOM_BYTES + SIGNATURE_BYTES) return false;
  const signed = bytes.subarray(0, TIME_BYTES + RANDOM_BYTES);
  if (!timingSafeEqual(bytes.subarray(TIME_BYTES + RANDOM_BYTES), signatureOf(signed, purpose))) return false;
  const ageMs = now.getTime() - signed.readUIntBE(0, TIME_BYTES);
  return ageMs <= CHALLENGE_MINUTES * MINUTE_MS;
}

/** Consumes an open challenge: of any number of concurrent callers, one gets true. */
async function consumeChallenge(tx: VisitorContext, challenge: string): Promise<boolean> {
  const expiresAt = new Date(tx.now.getTime() + 2 * CHALLENGE_MINUTES * MINUTE_MS);
  const canonical = Buffer.from(challenge, "base64url").toString("base64url");
  const consumed = await write(tx, "passkeys.consumeChallenge")`
    INSERT INTO "UsedChallenge" (challenge, "expiresAt") VALUES (${canonical}, ${expiresAt}) ON CONFLICT DO NOTHING`;
  return consumed > 0;
}

function signatureOf(signed: Uint8Array, purpose: ChallengePurpose): Buffer {
  const hmac = createHmac("sha256", deriveKey("challenges")).update(purpose).update("\0").update(signed);
  return hmac.digest().subarray(0, SIGNATURE_BYTES);
}
