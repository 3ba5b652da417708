import { z } from "zod";
import { asciiDomain } from "@/lib/domain/accounts/users/rules";
import { isRange } from "@/lib/infra/network/client-ip";

/** Networks, and mail domains, that may be blocked from signing up (docs/contract.md#sign-in). */
const MAX_SIGN_UP_LIMITS = 500;

/** How accounts are created: by anybody, after approval by staff, by invitation, or not at all. */
const SIGN_UP_MODES = ["open", "approval", "invite", "closed"] as const;

/** When a sign-up requires a proof of work: never, from networks with several sign-ups within the hour, or always. */
const PROOF_DEMANDS = ["never", "busy", "always"] as const;

const network = z.string().trim().refine(isRange, "This is not an address or a range such as 192.0.2.0/24");

const mailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .overwrite(asciiDomain)
  .regex(/^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/, "This is not a domain such as example.com");

/** docs/contract.md#sign-in */
export const signUpLimits = z.strictObject({
  /** Addresses, and ranges in CIDR notation. */
  networks: z.array(network).max(MAX_SIGN_UP_LIMITS),
  /** Each includes its subdomains. */
  mailDomains: z.array(mailDomain).max(MAX_SIGN_UP_LIMITS),
});

export type SignUpLimits = z.output<typeof signUpLimits>;

export const signUpSettings = z.strictObject({
  mode: z.enum(SIGN_UP_MODES),
  proof: z.enum(PROOF_DEMANDS),
});

export type SignUpSettings = z.output<typeof signUpSettings>;
