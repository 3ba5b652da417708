/** How to reach the API. Only `key` is required. */
export interface Options {
  key: string;
  baseUrl?: string;
  /** How often to retry requests that are safe to repeat. 2 by default. */
  retries?: number;
  fetch?: typeof fetch;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** For writes. Generated for each call by default. */
  idempotencyKey?: string;
  /** For edits: the `ETag` of your copy. If it was edited since, the call fails with `precondition_failed`. */
  ifMatch?: string;
}

export interface Page<T> {
  data: T[];
  nextCursor: string | null;
}

/** An error response of the API. Branch on `code`. */
export class PegboardError extends Error {
  override name = "PegboardError";
  readonly status: number;
  readonly type: string;
  readonly code: string;
  readonly requestId: string;
  readonly param?: string;
  readonly errors?: { param: string; message: string }[];

  constructor(status: number, error: ErrorBody) {
    super(error.message);
    this.status = status;
    this.type = error.type;
    this.code = error.code;
    this.requestId = error.request_id;
    this.param = error.param;
    this.errors = error.errors;
  }
}

interface ErrorBody {
  type: string;
  code: string;
  message: string;
  request_id: string;
  param?: string;
  errors?: { param: string; message: string }[];
}

interface Call extends CallOptions {
  method: string;
  path: string;
  query?: object;
  json?: unknown;
  form?: Record<string, Blob | string | undefined>;
  /** A write without idempotency: never repeated once it may have taken effect. */
  once?: boolean;
}

export class Transport {
  private readonly options: Options;
  private readonly baseUrl: string;

  constructor(options: Options, baseUrl: string) {
    this.options = options;
    this.baseUrl = options.baseUrl ?? baseUrl;
  }

  /** Sends a request and retries it where that is safe: when the API asks to wait, is unavailable or unreachable. */
  async send<T>(call: Call): Promise<T> {
    const request = this.prepare(call);
    for (let tries = 0; ; tries++) {
      const last = tries >= (this.options.retries ?? 2);
      const response = await (this.options.fetch ?? fetch)(...request).catch((error: unknown) => {
        if (last || call.once || call.signal?.aborted) throw error;
      });
      if (response?.ok) return (response.status === 204 ? undefined : await response.json()) as T;
      if (response && (last || !isRetryable(response, call))) throw await errorOf(response);
      await pause(Number(response?.headers.get("retry-after") ?? 2 ** tries), call.signal);
    }
  }

  /** Returns a list: await it to get one page, or iterate over it to get every item. */
  list<T>(
    path: string,
    query: { cursor?: string } = {},
    options: CallOptions = {},
  ): PromiseLike<Page<T>> & AsyncIterable<T> {
    const page = (cursor?: string) =>
      this.send<Page<T>>({ method: "GET", path, query: { ...query, ...(cursor ? { cursor } : {}) }, ...options });
    return {
      then: (resolve, reject) => page().then(resolve, reject),
      async *[Symbol.asyncIterator]() {
        for (let cursor: string | null | undefined = query.cursor; cursor !== null;) {
          const { data, nextCursor }: Page<T> = await page(cursor);
          yield* data;
          cursor = nextCursor;
        }
      },
    };
  }

  private prepare({
    method,
    path,
    query = {},
    json,
    form,
    signal,
    idempotencyKey,
    ifMatch,
  }: Call): Parameters<typeof fetch> {
    const url = new URL(path, this.baseUrl);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const headers = new Headers({ Authorization: `Bearer ${this.options.key}` });
    if (json !== undefined) headers.set("Content-Type", "application/json");
    if (ifMatch !== undefined) headers.set("If-Match", ifMatch);
    // The same for every attempt, so that the write takes effect once.
    if (method !== "GET") headers.set("Idempotency-Key", idempotencyKey ?? crypto.randomUUID());
    return [
      url,
      { method, headers, signal, body: form ? formOf(form) : json === undefined ? undefined : JSON.stringify(json) },
    ];
  }
}

/** A response with `Retry-After` or a 5xx status changed nothing, unless the API's response was lost on the way. */
function isRetryable({ status, headers }: Response, { once }: Call): boolean {
  return headers.has("retry-after") || (status >= 500 && !once);
}

function formOf(fields: Record<string, Blob | string | undefined>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value);
  return form;
}

async function errorOf(response: Response): Promise<Error> {
  const body = (await response.json().catch(() => undefined)) as { error: ErrorBody } | undefined;
  return body
    ? new PegboardError(response.status, body.error)
    : new Error(`Unexpected response from the API: ${response.status}`);
}

function pause(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal?.addEventListener("abort", () => (clearTimeout(timer), reject(signal.reason as Error)), { once: true });
  });
}

/** Verifies the signature and age of a delivery and returns its event. Throws if it is not genuine. */
export async function verifyWebhook<Event = unknown>(
  body: string,
  signature: string,
  secret: string,
  toleranceSeconds = 300,
): Promise<Event> {
  const time = /t=(\d+)/.exec(signature)?.[1] ?? "0";
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
    "verify",
  ]);
  const given = [...signature.matchAll(/v1=([0-9a-f]{64})/g)].map(([, hex = ""]) =>
    Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16)),
  );
  const checks = await Promise.all(
    given.map((bytes) => crypto.subtle.verify("HMAC", key, bytes, encoder.encode(`${time}.${body}`))),
  );
  if (!checks.includes(true)) throw new Error("The webhook signature does not match.");
  if (Math.abs(Date.now() / 1000 - Number(time)) > toleranceSeconds)
    throw new Error("The webhook timestamp is too old or in the future.");
  return JSON.parse(body) as Event;
}
