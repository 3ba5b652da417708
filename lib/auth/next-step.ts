import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { MINUTE_MS } from "@/lib/domain/durations";
import { deriveKey } from "@/lib/infra/secrets";
import { SESSION_COOKIE } from "./cookie";

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

/** The cookie that stores who is signing in. It is signed, and not readable by scripts. */
const name = () => `${SESSION_COOKIE.secure() ? "__Secure-" : ""}pegboard.next-step`;

const attributes = () => `Path=/; HttpOnly; SameSite=Lax${SESSION_COOKIE.secure() ? "; Secure" : ""}`;

/** Returns the `Set-Cookie` header that starts the next step, or with null ends it. */
export function nextStepCookie(next: NextStep | null, now = new Date()): string {
  if (!next) return `${name()}=; Max-Age=0; ${attributes()}`;
  const until = now.getTime() + LIFETIME_MINUTES * MINUTE_MS;
  const content = Buffer.from(JSON.stringify({ ...next, until })).toString("base64url");
  return `${name()}=${content}.${sign(content)}; Max-Age=${LIFETIME_MINUTES * 60}; ${attributes()}`;
}

/** Returns the next step in a `Cookie` header; null if there is none, or it has expired. */
export function nextStepOf(cookies: string | null, now = new Date()): NextStep | null {
  const pair = cookies?.split(/; */).findLast((cookie) => cookie.startsWith(`${name()}=`));
  const [content = "", signature = ""] = pair?.slice(name().length + 1).split(".") ?? [];
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(content))];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const { step, userId, until } = stored.parse(JSON.parse(Buffer.from(content, "base64url").toString()));
  return until > now.getTime() ? { step, userId } : null;
}

const sign = (content: string) => createHmac("sha256", deriveKey("next step")).update(content).digest("base64url");
