/** Our addition to next-auth's error codes: the account is locked for the client's network. */
const TOO_MANY_FAILURES = "TooManyFailures";

/** next-auth passes the message to the login page as `?error=`. */
export class TooManyFailures extends Error {
  override name = TOO_MANY_FAILURES;

  constructor() {
    super(TOO_MANY_FAILURES);
  }
}

/** Sign-in is temporarily unavailable, for a reason on our side. */
export const UNAVAILABLE = "Unavailable";

/** next-auth copies any error message into `?error=`. Only these codes may appear in a URL. */
const KNOWN = new Set([
  TOO_MANY_FAILURES,
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
  if (!URL.canParse(address, base)) return address;
  const url = new URL(address, base);
  const codes = url.searchParams.getAll("error");
  if (codes.every((code) => KNOWN.has(code))) return address;
  url.searchParams.set("error", UNKNOWN);
  return url.href;
}
