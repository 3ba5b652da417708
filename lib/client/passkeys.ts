import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from "@simplewebauthn/browser";
import { call } from "./call";
import { CallError } from "./call-error";

export type PasskeyAnswer = Awaited<ReturnType<typeof startAuthentication>>;

/**
 * Asks the browser to sign a challenge with a passkey that the user chooses.
 * @throws CallError
 */
export async function answerWithPasskey(): Promise<PasskeyAnswer> {
  const optionsJSON = await call("POST /api/account/passkeys/challenge");
  return startAuthentication({ optionsJSON }).catch(rejectWithMessage);
}

/** Resolves when a passkey is chosen from the suggestions of the login field, which may be never. */
export async function answerFromAutofill(): Promise<PasskeyAnswer | undefined> {
  if (!(await browserSupportsWebAuthnAutofill())) return undefined;
  const optionsJSON = await call("POST /api/account/passkeys/challenge");
  return startAuthentication({ optionsJSON, useBrowserAutofill: true });
}

/**
 * Creates a passkey on this device, and adds it to the account.
 * @throws CallError
 */
export async function makePasskey(name: string) {
  const optionsJSON = await call("POST /api/account/passkeys/options");
  const response = await startRegistration({ optionsJSON: optionsJSON as never }).catch(rejectWithMessage);
  return call("POST /api/account/passkeys", { name, response: response as never });
}

/** Browsers do not report the reason, because a page must not learn which passkeys a user has. */
function rejectWithMessage(error: unknown): never {
  const isKnown = error instanceof WebAuthnError && error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED";
  throw new CallError(
    "rejected",
    isKnown
      ? "This device has a passkey for your account already."
      : "No passkey was used. Try again when you’re ready.",
  );
}
