type CallErrorKind =
  | "offline"
  | "network"
  | "signed-out"
  | "account-changed"
  | "rate-limited"
  | "outdated"
  | "proof-required"
  | "rejected"
  | "server"
  /** Our side does not know whether it was done. */
  | "unknown";

interface Details {
  /** The problem with each field, by the field's name. */
  fields?: Record<string, string>;
  /** When a rate limit admits the next call, in milliseconds since 1970. */
  retryAtMs?: number;
  body?: unknown;
  /** The status of the response, if it rejected what was sent or failed on our side. */
  status?: number;
}

/** Why a call to our own routes failed, with a message that can be shown unchanged. */
export class CallError extends Error {
  override name = "CallError";
  readonly fields: Record<string, string>;
  readonly retryAtMs?: number;
  readonly body?: unknown;
  readonly status?: number;

  constructor(
    readonly kind: CallErrorKind,
    message: string,
    { fields = {}, retryAtMs, body, status }: Details = {},
  ) {
    super(message);
    this.fields = fields;
    this.retryAtMs = retryAtMs;
    this.body = body;
    this.status = status;
  }
}

export const OFFLINE = "You’re offline. Try again when you’re connected.";
const UNKNOWN = "That didn’t work. Please try again.";
const MAYBE_DONE =
  "Our database went away at the last moment, so this may have worked. Have a look before you try again.";
const DEFAULT_RETRY_SECONDS = 60;

interface RawResponse {
  status: number;
  body: string;
  retryAfter: string | null;
}

/** Returns the parsed body of a success. @throws CallError for everything else */
export function parseResponse<Output>({ status, body, retryAfter }: RawResponse, nowMs: number): Output {
  const parsed = parseJson(body);
  if (status >= 200 && status < 300) return parsed as Output;
  if (status === 401) throw new CallError("signed-out", "You’re signed out. Sign in and try again.", { body: parsed });
  const failure = isErrorBody(parsed) ? parsed : {};
  if (failure.code === "outcome_unknown") throw new CallError("unknown", MAYBE_DONE, { status });
  if (status >= 500) throw serverError(status, failure);
  const { error = UNKNOWN, issues = [], code } = failure;
  if (status === 429)
    throw new CallError("rate-limited", error, { retryAtMs: nowMs + retrySeconds(retryAfter) * 1000 });
  if (code === "account_changed") throw new CallError("account-changed", error);
  if (code === "proof_required") throw new CallError("proof-required", error);
  if (status === 412) throw new CallError("outdated", error);
  const fields = Object.fromEntries(issues.map(({ path, message }) => [path, message]));
  throw new CallError("rejected", error, { fields, status });
}

/** The message of a 503 is useful to people; other failures on our side get a general one. */
function serverError(status: number, { error }: ErrorBody): CallError {
  const failed = "Something went wrong on our side, and nothing was changed. Please try again.";
  return new CallError("server", status === 503 && error ? error : failed, { status });
}

export function messageOf(error: unknown): string {
  return error instanceof CallError ? error.message : UNKNOWN;
}

export function isSignedOut(error: unknown): error is CallError {
  return error instanceof CallError && error.kind === "signed-out";
}

/** Whether the browser has no session any more of the account that the page was rendered for. */
export function isSessionLost(error: unknown): boolean {
  return isSignedOut(error) || isAccountChanged(error);
}

export function isAccountChanged(error: unknown): boolean {
  return error instanceof CallError && error.kind === "account-changed";
}

interface ErrorBody {
  error?: string;
  code?: string;
  issues?: { path: string; message: string }[];
}

function retrySeconds(header: string | null): number {
  const seconds = Number(header ?? NaN);
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : DEFAULT_RETRY_SECONDS;
}

function parseJson(text: string): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === "object" && body !== null && "error" in body && typeof body.error === "string";
}
