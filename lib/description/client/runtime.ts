/** How to reach the API. A key alone will do. */
export interface Options {
  key: string;
  baseUrl?: string;
  /** Tries after the first, for what is safe to send again. */
  retries?: number;
  fetch?: typeof fetch;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** For writes. Each call makes its own unless you give one. */
  idempotencyKey?: string;
}

export interface Page<T> {
  data: T[];
  nextCursor: string | null;
}

/** A failure as the API tells it. Decide by `code`. */
export class PegboardError extends Error {
  override name = "PegboardError";
  readonly status: number;
  readonly type: string;
  readonly code: string;
  readonly requestId: string;
  readonly param?: string;
  readonly errors?: { param: string; message: string }[];

  constructor(status: number, error: ToldError) {
    super(error.message);
    this.status = status;
    this.type = error.type;
    this.code = error.code;
    this.requestId = error.request_id;
    this.param = error.param;
    this.errors = error.errors;
  }
}

interface ToldError {
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
  /** A write that the API cannot tell from its repetition: never sent again after it may have been done. */
  once?: boolean;
}

export class Transport {
  private readonly options: Options;
  private readonly baseUrl: string;

  constructor(options: Options, baseUrl: string) {
    this.options = options;
    this.baseUrl = options.baseUrl ?? baseUrl;
  }

  /** Sends a call, and again where that is safe: when the API asks to wait, is away, or cannot be reached. */
  async send<T>(call: Call): Promise<T> {
    const request = this.prepare(call);
    for (let tries = 0; ; tries++) {
      const last = tries >= (this.options.retries ?? 2);
      const response = await (this.options.fetch ?? fetch)(...request).catch((error: unknown) => {
        if (last || call.once || call.signal?.aborted) throw error;
      });
      if (response?.ok) return (response.status === 204 ? undefined : await response.json()) as T;
      if (response && (last || !isWorthAnotherTry(response, call))) throw await failure(response);
      await pause(Number(response?.headers.get("retry-after") ?? 2 ** tries), call.signal);
    }
  }

  /** A list: await it for one page, or iterate over all there is. */
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

  private prepare({ method, path, query = {}, json, form, signal, idempotencyKey }: Call): Parameters<typeof fetch> {
    const url = new URL(path, this.baseUrl);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const headers = new Headers({ Authorization: `Bearer ${this.options.key}` });
    if (json !== undefined) headers.set("Content-Type", "application/json");
    // The same for every try: however often it is sent, it is done once.
    if (method !== "GET") headers.set("Idempotency-Key", idempotencyKey ?? crypto.randomUUID());
    return [
      url,
      { method, headers, signal, body: form ? formOf(form) : json === undefined ? undefined : JSON.stringify(json) },
    ];
  }
}

/** Where the API says when to come back, nothing was done; after a 500 nothing was, unless the answer itself was lost. */
function isWorthAnotherTry({ status, headers }: Response, { once }: Call): boolean {
  return headers.has("retry-after") || (status >= 500 && !once);
}

function formOf(fields: Record<string, Blob | string | undefined>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, value);
  return form;
}

async function failure(response: Response): Promise<Error> {
  const body = (await response.json().catch(() => undefined)) as { error: ToldError } | undefined;
  return body
    ? new PegboardError(response.status, body.error)
    : new Error(`The API answered ${response.status} in a form that is not its own.`);
}

function pause(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal?.addEventListener("abort", () => (clearTimeout(timer), reject(signal.reason as Error)), { once: true });
  });
}

/** Checks a delivery's signature and age, and answers its event; throws where it is not from us. */
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
  if (!checks.includes(true)) throw new Error("The signature does not fit.");
  if (Math.abs(Date.now() / 1000 - Number(time)) > toleranceSeconds)
    throw new Error("The delivery is too old, or from the future.");
  return JSON.parse(body) as Event;
}
