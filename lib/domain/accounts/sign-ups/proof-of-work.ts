import { parseJson } from "@/lib/domain/kernel/text/schema";
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey as hashKey } from "altcha-lib/algorithms/sha";
import { type VisitorContext, write } from "@/lib/domain/kernel/context";
import { type DomainError, invalid } from "@/lib/domain/kernel/errors";
import { readSignUpSettings } from "@/lib/domain/deployment/site/sign-up";
import { deriveKey } from "@/lib/infra/secrets";
import { countSignUps } from "./origin";
import { CHALLENGE_LIFETIME_MS, QUIET_SIGN_UPS, workAfter } from "./rules";
import { challenge, type Challenge, type SignUpChallenge, solvedChallenge, type SolvedChallenge } from "./schema";

/** Challenges are signed, not stored: everybody who loads the form gets one. */
export async function getSignUpChallenge(ctx: VisitorContext): Promise<SignUpChallenge> {
  const work = await workAsked(ctx);
  return { challenge: work === 0 ? null : await issueChallenge(ctx, work) };
}

/**
 * Returns the challenge, which the sign-up must consume; null if no proof is required.
 * @throws DomainError `invalid_request` that names `proof`, also for less work than is now required
 */
export async function requireProofOfWork(ctx: VisitorContext, proof: string | undefined): Promise<Challenge | null> {
  const work = await workAsked(ctx);
  if (work === 0) return null;
  if (proof === undefined) throw notProven("This site asks for a proof of work, which the sign-up form solves.");
  const solved = solvedChallenge.safeParse(parseJson(Buffer.from(proof, "base64").toString("utf8"))).data;
  const isSolved = solved && solved.challenge.parameters.data.work >= work && (await isSolution(ctx, solved));
  if (!isSolved) throw notProven();
  return solved.challenge;
}

/**
 * Accepts a proof of work once. Of any number of concurrent callers, one succeeds.
 * @throws DomainError `invalid_request` that names `proof`
 */
export async function spendProofOfWork(tx: VisitorContext, used: Challenge | null): Promise<void> {
  if (used === null) return;
  const { signature, parameters } = used;
  // Kept one second longer than it is valid.
  const expiresAt = new Date((parameters.expiresAt + 1) * 1000);
  const spent = await write(tx, "signUps.spendProof")`
    INSERT INTO "UsedChallenge" (challenge, "expiresAt") VALUES (${`sign-up ${signature}`}, ${expiresAt})
    ON CONFLICT DO NOTHING`;
  if (spent === 0) throw notProven();
}

/** Returns the work that a sign-up from the caller's network requires now; 0 for none. */
async function workAsked(ctx: VisitorContext): Promise<number> {
  const { proof } = await readSignUpSettings(ctx);
  if (proof === "never") return 0;
  const signUps = await countSignUps(ctx);
  return proof === "busy" && signUps < QUIET_SIGN_UPS ? 0 : workAfter(signUps);
}

const keys = () => ({
  hmacSignatureSecret: deriveKey("sign-up challenges").toString("hex"),
  hmacKeySignatureSecret: deriveKey("sign-up solutions").toString("hex"),
});

async function issueChallenge({ now, random }: VisitorContext, work: number): Promise<Challenge> {
  const issued = await createChallenge({
    algorithm: "SHA-256",
    cost: 1,
    deriveKey: hashKey,
    counter: Buffer.from(random(6)).readUIntBE(0, 6) % work,
    data: { work },
    expiresAt: new Date(now.getTime() + CHALLENGE_LIFETIME_MS),
    ...keys(),
  });
  return challenge.parse(issued);
}

async function isSolution({ now }: VisitorContext, solved: SolvedChallenge): Promise<boolean> {
  if (solved.challenge.parameters.expiresAt * 1000 < now.getTime()) return false;
  return (await verifySolution({ ...solved, deriveKey: hashKey, ...keys() })).verified;
}

function notProven(message = "This proof of work doesn’t count any more. Try again."): DomainError {
  return invalid([{ param: "proof", message }]);
}
