import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/sha";
import { register } from "@/lib/domain/accounts/lifecycle/sign-up";
import { createContext, type VisitorContext } from "@/lib/domain/kernel/context";
import { getSignUpChallenge } from "@/lib/domain/accounts/sign-ups/proof-of-work";
import type { Challenge } from "@/lib/domain/accounts/sign-ups/schema";
import { changeSignUpSettings } from "@/lib/domain/deployment/site/sign-up";
import type { SignUpSettings } from "@/lib/domain/deployment/site/schema";
import { newStaff } from "../../people/moderation/staff";

let made = 0;

export function newcomer() {
  const handle = `new_${++made}`;
  return { name: "New", handle, email: `${handle}@example.com`, password: "four words make one" };
}

/** A visitor from a network that no other test uses. */
export function visitorFrom(clientIp = `10.${Math.floor(++made / 250)}.${made % 250}.1`, now = new Date()) {
  return createContext({ actor: null, channel: "session", clientIp, now });
}

export const signUpFrom = (ctx: VisitorContext, proof?: string) => register(ctx, { ...newcomer(), proof });

export async function changeSettings(settings: Partial<SignUpSettings>): Promise<void> {
  await changeSignUpSettings(await newStaff("ADMIN"), { mode: "open", proof: "never", ...settings });
}

/** A challenge that is solved quickly, by chance. */
export async function challengeFor(ctx: VisitorContext): Promise<Challenge> {
  const { challenge } = await getSignUpChallenge({ ...ctx, random: (bytes) => new Uint8Array(bytes).fill(7, -1) });
  if (!challenge) throw new Error("No proof is required");
  return challenge;
}

/** Does what the browser's worker does. */
export async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return encoded({ challenge, solution });
}

export const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");
