/** How to reach the API. Only `key` is required. */
export interface Options {
  /** An API key, or what returns a current access token of an app: it is asked before every call. */
  key: string | (() => string | Promise<string>);
  baseUrl?: string;
  /** How often to repeat a request that is safe to repeat. 2 by default. */
  retries?: number;
  /** How long one attempt may take, in milliseconds. 30,000 by default. */
  timeoutMs?: number;
  fetch?: typeof fetch;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** As in `Options`, for this call. */
  timeoutMs?: number;
  /** As in `Options`, for this call. */
  retries?: number;
  /** For writes. Generated for each call by default. */
  idempotencyKey?: string;
  /** For edits: the `etag` of your copy's response. If it was edited since, it fails with `precondition_failed`. */
  ifMatch?: string;
}

/** How the API answered a call. */
export interface ResponseDetails {
  status: number;
  headers: Headers;
  requestId: string;
  /** The version of what was returned, for `ifMatch`. */
  etag?: string;
  /** Whether an earlier call with the same idempotency key had this response, so that this one changed nothing. */
  replayed: boolean;
  /** The key's quota, or the account's if that is tighter. */
  limit?: { limit: number; remaining: number; resetsAt: Date };
}

/** A call: await it to get its result, or `withResponse()` to get the headers, the ETag and what is left as well. */
export interface Pending<T> extends Promise<T> {
  withResponse(): Promise<{ data: T; response: ResponseDetails }>;
}

export interface Page<T> {
  data: T[];
  nextCursor: string | null;
}

/** A list: await it to get one page, iterate over it to get every item, or over its `pages()`. */
export interface Paginated<T>
  extends Pick<Pending<Page<T>>, "then" | "catch" | "finally" | "withResponse">, AsyncIterable<T> {
  pages(): AsyncIterable<Page<T>>;
}

/** An error response of the API. Branch on `code`. */
export class PegboardError extends Error {
  override name = "PegboardError";
  readonly status: number;
  readonly type: string;
  readonly code: string;
  readonly requestId: string;
  /** The page that says what to do. */
  readonly docUrl?: string;
  readonly param?: string;
  readonly errors?: { param: string; message: string }[];
  /** How long the API asks to wait. */
  readonly retryAfterSeconds?: number;

  constructor(status: number, error: ErrorBody, retryAfterSeconds?: number) {
    super(error.message);
    this.status = status;
    this.type = error.type;
    this.code = error.code;
    this.requestId = error.request_id;
    this.docUrl = error.doc_url;
    this.param = error.param;
    this.errors = error.errors;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** There was no whole response: the API could not be reached, the connection broke, or an attempt took too long. */
export class PegboardConnectionError extends Error {
  override name = "PegboardConnectionError";
}

interface ErrorBody {
  type: string;
  code: string;
  message: string;
  request_id: string;
  doc_url?: string;
  param?: string;
  errors?: { param: string; message: string }[];
}

export interface Call extends CallOptions {
  method: string;
  path: string;
  query?: object;
  json?: unknown;
  form?: Record<string, Blob | string | undefined>;
  /** A write that takes no idempotency key: never repeated, because it may have taken effect. */
  once?: boolean;
}

const DEFAULT_RETRIES = 2;
const DEFAULT_TIMEOUT_MS = 30_000;
/** The first wait between attempts. Each further one is twice as long. */
const BACKOFF_MS = 500;
/** If the API asks to wait longer, the call fails, and says how long. */
const MAX_RETRY_AFTER_SECONDS = 120;

export class Transport {
  private readonly options: Options;
  private readonly baseUrl: string;

  constructor(options: Options, baseUrl: string) {
    this.options = options;
    this.baseUrl = options.baseUrl ?? baseUrl;
  }

  /** Sends a request, and repeats it where that is safe: if the API asks to wait, fails or cannot be reached. */
  send<T>(call: Call): Pending<T> {
    const answered = this.exchange<T>(call);
    const data = answered.then((answer) => answer.data);
    const withResponse = () => {
      // Whoever takes the response handles its failure there.
      data.catch(() => undefined);
      return answered;
    };
    return Object.assign(data, { withResponse });
  }

  private async exchange<T>(call: Call): Promise<Answer<T>> {
    const request = await this.prepare(call);
    const retries = call.once ? 0 : (call.retries ?? this.options.retries ?? DEFAULT_RETRIES);
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.attempt<T>(request, call);
      } catch (error) {
        const waitMs = waitBeforeRetry(error, attempt);
        if (attempt >= retries || waitMs === undefined) throw error;
        await pause(waitMs, call.signal);
      }
    }
  }

  list<T>(path: string, query: { cursor?: string } = {}, options: CallOptions = {}): Paginated<T> {
    const page = (cursor?: string) =>
      this.send<Page<T>>({ method: "GET", path, query: { ...query, ...(cursor ? { cursor } : {}) }, ...options });
    async function* pages(): AsyncGenerator<Page<T>, void> {
      for (let cursor: string | null | undefined = query.cursor; cursor !== null;) {
        const next: Page<T> = await page(cursor);
        yield next;
        cursor = next.nextCursor;
      }
    }
    return {
      then: (resolve, reject) => page(query.cursor).then(resolve, reject),
      catch: (reject) => page(query.cursor).catch(reject),
      finally: (settle) => page(query.cursor).finally(settle),
      withResponse: () => page(query.cursor).withResponse(),
      pages,
      async *[Symbol.asyncIterator]() {
        for await (const { data } of pages()) yield* data;
      },
    };
  }

  /** Every attempt sends the same bytes and idempotency key, so that a write takes effect once. */
  private async prepare({ method, path, query = {}, json, form, ifMatch, ...call }: Call): Promise<PreparedRequest> {
    // URLs leave out "." and "..": an id like these would name another resource, such as the room of a message.
    if (/\/(\.{0,2})(\/|$)/.test(path)) throw new TypeError(`An id in ${path} is empty, or is no id.`);
    const url = new URL(path, this.baseUrl);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const { key } = this.options;
    const headers = new Headers();
    setHeader(headers, "Authorization", `Bearer ${typeof key === "string" ? key : await key()}`);
    if (ifMatch !== undefined) setHeader(headers, "If-Match", ifMatch);
    if (method !== "GET" && !call.once)
      setHeader(headers, "Idempotency-Key", call.idempotencyKey ?? crypto.randomUUID());
    if (form) {
      const encoded = new Response(formOf(form));
      headers.set("Content-Type", encoded.headers.get("content-type") ?? "multipart/form-data");
      return { url, method, headers, body: await encoded.arrayBuffer() };
    }
    if (json !== undefined) headers.set("Content-Type", "application/json");
    return { url, method, headers, body: json === undefined ? undefined : JSON.stringify(json) };
  }

  private async attempt<T>({ url, ...init }: PreparedRequest, { signal, ...call }: CallOptions): Promise<Answer<T>> {
    signal?.throwIfAborted();
    const timeoutMs = call.timeoutMs ?? this.options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const ending = new AbortController();
    const abort = () => ending.abort(signal?.reason);
    signal?.addEventListener("abort", abort, { once: true });
    const timer = setTimeout(() => ending.abort(new Error(`There was no response within ${timeoutMs} ms.`)), timeoutMs);
    try {
      const response = await (this.options.fetch ?? fetch)(url, { ...init, redirect: "manual", signal: ending.signal });
      return { data: readBody<T>(response, await response.text()), response: detailsOf(response) };
    } catch (error) {
      if (error instanceof PegboardError || signal?.aborted) throw error;
      throw new PegboardConnectionError(
        ending.signal.aborted ? (ending.signal.reason as Error).message : `The API at ${url.origin} cannot be reached.`,
        { cause: error },
      );
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    }
  }
}

/** Sets a header that may be a secret, which the runtime's own error would show. */
function setHeader(headers: Headers, name: string, value: string): void {
  if (!/^[\x20-\x7e]+$/.test(value))
    throw new TypeError(`The header ${name} is empty, or has a character that no header may have.`);
  headers.set(name, value);
}

interface Answer<T> {
  data: T;
  response: ResponseDetails;
}

function detailsOf({ status, headers }: Response): ResponseDetails {
  const [limit, remaining, reset] = ["limit", "remaining", "reset"].map((name) => headers.get(`x-ratelimit-${name}`));
  return {
    status,
    headers,
    requestId: headers.get("x-request-id") ?? "",
    etag: headers.get("etag") ?? undefined,
    replayed: headers.get("idempotency-replayed") === "true",
    ...(limit &&
      remaining &&
      reset && {
        limit: { limit: Number(limit), remaining: Number(remaining), resetsAt: new Date(Number(reset) * 1000) },
      }),
  };
}

interface PreparedRequest {
  url: URL;
  method: string;
  headers: Headers;
  body?: string | ArrayBuffer;
}

/** How long to wait before an attempt is repeated. Undefined if repeating it is of no use. */
function waitBeforeRetry(error: unknown, attempt: number): number | undefined {
  const backoffMs = BACKOFF_MS * 2 ** attempt * (1 + Math.random());
  if (error instanceof PegboardConnectionError) return backoffMs;
  if (!(error instanceof PegboardError)) return undefined;
  const { status, retryAfterSeconds } = error;
  if (retryAfterSeconds === undefined) return status >= 500 ? backoffMs : undefined;
  return retryAfterSeconds <= MAX_RETRY_AFTER_SECONDS ? retryAfterSeconds * 1000 : undefined;
}

/** `Retry-After` in seconds, which may also be given as a date. */
function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get("retry-after") ?? "";
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

function formOf(fields: Record<string, Blob | string | undefined>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    // Bun sends a Blob without a name as if no file had been chosen.
    if (value instanceof Blob) form.set(name, value, (value instanceof File && value.name) || "blob");
    else if (value !== undefined) form.set(name, value);
  }
  return form;
}

/**
 * Redirects are not followed: the API sends none, and another server would receive the body of a write.
 * @throws PegboardError for an error response, and for one that is not the API's
 */
function readBody<T>({ ok, status, headers, type }: Response, text: string): T {
  const body = text === "" ? undefined : parse(text);
  if (ok && (body !== undefined || status === 204)) return body as T;
  const { error } = (body ?? {}) as { error?: ErrorBody };
  const unexpected = {
    type: "api_error",
    code: "unexpected_response",
    message:
      type === "opaqueredirect" || (status >= 300 && status < 400)
        ? `The server redirects to ${headers.get("location") ?? "another address"}, and the API does not: is the address right?`
        : `This response with status ${status} is not the API's: is the address right?`,
    request_id: headers.get("x-request-id") ?? "",
  };
  throw new PegboardError(status, ok || !error?.code ? unexpected : error, retryAfterOf(headers));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => (clearTimeout(timer), reject(signal?.reason as Error));
    const timer = setTimeout(() => (signal?.removeEventListener("abort", abort), resolve()), milliseconds);
    signal?.addEventListener("abort", abort, { once: true });
    if (signal?.aborted) abort();
  });
}

/**
 * Verifies the signature and age of a delivery and returns its event. Throws if it is not genuine: await it, because
 * nothing is verified before. The rule `no-floating-promises` of typescript-eslint finds where that was forgotten.
 * @param body the request's body as it was received, not parsed
 * @param signature its header `X-Service-Signature`
 */
export async function verifyWebhook<Event = unknown>(
  body: string | Uint8Array,
  signature: string | null | undefined,
  secret: string,
  toleranceSeconds = 300,
): Promise<Event> {
  const text = typeof body === "string" ? body : new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
  const time = /t=(\d+)/.exec(signature ?? "")?.[1] ?? "0";
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "verify",
  ]);
  const given = [...(signature ?? "").matchAll(/v1=([0-9a-f]{64})/g)].map(([, hex = ""]) =>
    Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16)),
  );
  const checks = await Promise.all(
    given.map((bytes) => crypto.subtle.verify("HMAC", key, bytes, encoder.encode(`${time}.${text}`))),
  );
  if (!checks.includes(true)) throw new Error("The webhook signature does not match.");
  if (Math.abs(Date.now() / 1000 - Number(time)) > toleranceSeconds)
    throw new Error("The webhook timestamp is too old or in the future.");
  return JSON.parse(text) as Event;
}
