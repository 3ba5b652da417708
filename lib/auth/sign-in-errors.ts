import { DomainError } from "@/lib/domain/kernel/errors";
import type { NextStep } from "./next-step";
import { parseUrl } from "@/lib/domain/kernel/text/parse-url.mjs";

/** Our additions to next-auth's error codes. */
const REJECTIONS = {
  /** The account is locked for the client's network. */
  tooManyFailures: "TooManyFailures",
  /** The password is right, but a second-factor code is missing. */
  codeRequired: "CodeRequired",
  /** The same for an account whose only second factors are passkeys: a recovery code stands in for them. */
  passkeyRequired: "PasskeyRequired",
  /** The password is right, but the code is wrong. */
  wrongCode: "WrongCode",
  /** The password is right, but staff have not approved the account yet. */
  approvalPending: "ApprovalPending",
  tooLateToReopen: "TooLateToReopen",
} as const;
const ACCOUNT_SUSPENDED = "AccountSuspended";
/** The credentials are right, but the owner has closed the account, and can reopen it. */
const ACCOUNT_CLOSED = "AccountClosed";
/** An OAuth provider has authenticated the user, but the account has a second factor. */
const SECOND_FACTOR_REQUIRED = "SecondFactorRequired";
/** An OAuth account that may not sign up here. */
const SIGN_UP_REJECTED = "SignUpRejected";
export const CONSENT_DECLINED = "ConsentDeclined";

/** Why a sign-in was rejected. next-auth passes the message to the login page as `?error=`. */
export class SignInRejected extends Error {
  constructor(
    name: string,
    message = name,
    /** The next step that the user can take, and the account they have proved to own. */
    readonly nextStep?: NextStep,
  ) {
    super(message);
    this.name = name;
  }
}

export const rejected = (reason: keyof typeof REJECTIONS) => new SignInRejected(REJECTIONS[reason]);

export const accountClosed = (userId: string) =>
  new SignInRejected(ACCOUNT_CLOSED, ACCOUNT_CLOSED, { step: "reopen", userId });
export const secondFactorRequired = (userId: string) =>
  new SignInRejected(SECOND_FACTOR_REQUIRED, SECOND_FACTOR_REQUIRED, { step: "second-factor", userId });

/**
 * Returns the error for the right password of a suspended account. The token lets its owner read the decision and
 * appeal.
 */
export const accountSuspended = (token: string | null) =>
  new SignInRejected(ACCOUNT_SUSPENDED, token === null ? ACCOUNT_SUSPENDED : `${ACCOUNT_SUSPENDED}.${token}`);

/** An error code with an appeal token. It reveals nothing that the account's owner may not know. */
const SUSPENDED_WITH_TOKEN = /^AccountSuspended\.dec_[0-9A-Za-z]{1,40}\.[\w-]{43}$/;

export const UNAVAILABLE = "Unavailable";

/** Returns the page that explains that an OAuth account may not sign up here; null for other errors. */
export function signUpFailedPath(error: unknown): string | null {
  return error instanceof DomainError && error.code === "forbidden" ? `/login?error=${SIGN_UP_REJECTED}` : null;
}

/** next-auth copies any error message into `?error=`. Only these codes may appear in a URL. */
const KNOWN = new Set([
  ...Object.values<string>(REJECTIONS),
  SIGN_UP_REJECTED,
  ACCOUNT_SUSPENDED,
  ACCOUNT_CLOSED,
  SECOND_FACTOR_REQUIRED,
  CONSENT_DECLINED,
  UNAVAILABLE,
  "CredentialsSignin",
  "SessionRequired",
  "OAuthSignin",
  "OAuthCallback",
  "OAuthCreateAccount",
  "OAuthAccountNotLinked",
  "Callback",
  "AccessDenied",
  "Configuration",
  "Verification",
]);
const UNKNOWN = "Default";

/** Returns the same URL with an error code that reveals nothing internal. */
export function withKnownError(address: string, base: string): string {
  const url = parseUrl(address, base);
  if (!url) return address;
  const codes = url.searchParams.getAll("error");
  if (codes.every((code) => KNOWN.has(code) || SUSPENDED_WITH_TOKEN.test(code))) return address;
  url.searchParams.set("error", UNKNOWN);
  return url.href;
}
