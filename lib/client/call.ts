export type CallTrouble = "offline" | "lost" | "signed-out" | "limited" | "refused" | "server";

/** Why a call to our own API did not succeed, in words for the person who waits for it. */
export class CallFailure extends Error {
  override name = "CallFailure";

  constructor(
    readonly trouble: CallTrouble,
    message: string,
    /** What was wrong with each field, by its name. */
    readonly fields: Record<string, string> = {},
  ) {
    super(message);
  }
}

export type CallMethod = "GET" | "POST" | "PATCH" | "DELETE";

export const OFFLINE = "You are offline. Try again when you are connected.";

const PATIENCE_MS = 20_000;

/** Calls one of our own routes. Throws a CallFailure whose message can be shown as it stands. */
export async function call<T>(method: CallMethod, path: string, body?: unknown): Promise<T> {
  if (!navigator.onLine) throw new CallFailure("offline", OFFLINE);
  const response = await fetch(path, {
    method,
    signal: AbortSignal.timeout(PATIENCE_MS),
    // A like is not lost when its page is left at once.
    keepalive: method !== "GET" && body === undefined,
    ...(body !== undefined && { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
  }).catch(() => {
    throw new CallFailure("lost", "That did not reach us. Check your connection and try again.");
  });
  return readAnswer<T>(response.status, await response.text().catch(() => ""));
}

/** What an answer says, whatever carried it. */
export function readAnswer<T>(status: number, text: string): T {
  const answer = parse(text);
  if (status >= 200 && status < 300) return answer as T;
  throw failureOf(status, isRefusal(answer) ? answer : {});
}

export function messageOf(error: unknown): string {
  return error instanceof CallFailure ? error.message : "That did not work. Try again.";
}

/** The same for a form: the words for the whole, and for each field. */
export function formFailure(error: unknown): { message: string; fields: Record<string, string> } {
  return { message: messageOf(error), fields: error instanceof CallFailure ? error.fields : {} };
}

interface Refusal {
  error?: string;
  issues?: { path: string; message: string }[];
}

function failureOf(status: number, { error, issues }: Refusal): CallFailure {
  if (status === 401) return new CallFailure("signed-out", "You are signed out. Sign in and try again.");
  if (status >= 500 && !(status === 503 && error))
    return new CallFailure("server", "Something went wrong on our side. Nothing was changed; try again.");
  const message = error ?? "That did not work. Try again.";
  const fields = Object.fromEntries((issues ?? []).map((issue) => [issue.path, issue.message]));
  return new CallFailure(status === 429 ? "limited" : status === 503 ? "server" : "refused", message, fields);
}

function parse(text: string): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRefusal(answer: unknown): answer is Refusal {
  return typeof answer === "object" && answer !== null && "error" in answer && typeof answer.error === "string";
}
