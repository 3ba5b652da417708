import { z } from "zod";
import { MINUTE_MS } from "@/lib/domain/kernel/durations";
import { readSigned, signText } from "@/lib/infra/secrets";
import { cookieIn, cookieName, setCookie } from "./cookie";

/** How long a user may take for the next step of signing in. */
const LIFETIME_MINUTES = 10;

const STEPS = ["second-factor", "reopen"] as const;

/** What a user still has to do to sign in, after their password, passkey or OAuth provider has authenticated them. */
export type Step = (typeof STEPS)[number];

export interface NextStep {
  step: Step;
  userId: string;
}

const stored = z.object({ step: z.enum(STEPS), userId: z.string(), until: z.number() });

const NAME = "pegboard.next-step";

/** Returns the `Set-Cookie` header that starts the next step, or with null ends it. */
export function nextStepCookie(next: NextStep | null, now = new Date()): string {
  if (!next) return setCookie(NAME, "", 0);
  const until = now.getTime() + LIFETIME_MINUTES * MINUTE_MS;
  const content = Buffer.from(JSON.stringify({ ...next, until })).toString("base64url");
  return setCookie(NAME, signText(content, "next step"), LIFETIME_MINUTES * 60);
}

/** Returns the next step of a sign-in from its cookie; null if there is none, or it has expired. */
export function nextStepOf(cookies: string | null, now = new Date()): NextStep | null {
  const content = readSigned(cookieIn(cookies, cookieName(NAME)) ?? "", "next step");
  if (content === null) return null;
  const { step, userId, until } = stored.parse(JSON.parse(Buffer.from(content, "base64url").toString()));
  return until > now.getTime() ? { step, userId } : null;
}
