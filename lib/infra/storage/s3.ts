import { AwsClient } from "aws4fetch";
import { setTimeout as sleep } from "node:timers/promises";
import type { Env } from "@/lib/infra/environment/env";
import { OutageLog } from "@/lib/infra/log/log";
import type { Storage, StoredFile } from "./store";
import { StorageMisconfigured, StorageUnavailable } from "./error";

type Bucket = Extract<Env["storage"], { kind: "s3" }>;

/** Limit for one operation, including retries, the waits between them and the response's body. */
const TIMEOUT_MS = 15_000;
const TRIES = 3;
const RETRY_AFTER_MS = 100;

interface Reply {
  status: number;
  bytes: Uint8Array<ArrayBuffer>;
  /** Set instead of the bytes if the body is only forwarded. */
  stream?: ReadableStream<Uint8Array<ArrayBuffer>> | null;
  /** Set for a response to HEAD. */
  size?: number;
}

type Receive = (response: Response) => Promise<Reply>;

/** Stores objects in a bucket of Amazon S3 or a compatible store, addressed by path. */
export class S3Storage implements Storage {
  readonly #client: AwsClient;
  readonly #root: string;
  readonly #publicRoot: string | undefined;

  constructor({ endpoint, bucket, region, accessKeyId, secretAccessKey, publicUrl }: Bucket) {
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3" });
    this.#root = `${endpoint.replace(/\/$/, "")}/${bucket}`;
    this.#publicRoot = publicUrl?.replace(/\/$/, "");
  }

  async put(key: string, bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<void> {
    const stored = await this.#request("PUT", `/${key}`, { body: bytes, headers: { "Content-Type": contentType } });
    if (!stored) throw new StorageUnavailable("The file store has no such bucket");
  }

  async get(key: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const reply = await this.#request("GET", `/${key}`);
    return reply && reply.bytes;
  }

  async size(key: string): Promise<number | null> {
    return (await this.#request("HEAD", `/${key}`, {}, asSize))?.size ?? null;
  }

  async remove(key: string): Promise<void> {
    await this.#request("DELETE", `/${key}`);
  }

  async *list(folder: string): AsyncGenerator<StoredFile> {
    for (let next: string | undefined = ""; next !== undefined;) {
      const query = new URLSearchParams({
        "list-type": "2",
        prefix: `${folder}/`,
        ...(next && { "continuation-token": next }),
      });
      const answer = await this.#request("GET", `?${query}`);
      const page: string = answer ? textOf(answer) : "";
      for (const object of page.split("<Contents>").slice(1)) {
        yield { key: element(object, "Key") ?? "", writtenAt: new Date(element(object, "LastModified") ?? "") };
      }
      next = element(page, "NextContinuationToken");
    }
  }

  async freeBytes(): Promise<null> {
    return null;
  }

  publicUrl(key: string): string | null {
    return this.#publicRoot === undefined ? null : `${this.#publicRoot}/${key}`;
  }

  async open(key: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null> {
    const reply = await this.#request("GET", `/${key}`, {}, asStream);
    return reply?.stream ?? null;
  }

  async check(key: string): Promise<void> {
    const expected = new TextEncoder().encode("Written and removed by Pegboard to check this bucket.");
    const init = { body: expected, headers: { "Content-Type": "text/plain" } };
    for (const [method, options] of [
      ["PUT", init],
      ["GET", {}],
      ["DELETE", {}],
    ] as const) {
      const reply = await this.#send(method, `/${key}`, options);
      if (reply.status >= 500 || reply.status === 429)
        throw new StorageUnavailable(`The file store answered ${reply.status} to ${method}`);
      if (reply.status >= 300) throw new StorageMisconfigured(adviceFor(method, reply));
      if (method === "GET" && textOf(reply) !== textOf({ bytes: expected }))
        throw new StorageMisconfigured(
          "S3_ENDPOINT does not answer like a file store: it gives back something else than was stored.",
        );
    }
  }

  /** Sends a request; null if there is no such object. */
  async #request(method: string, address: string, init: RequestInit = {}, receive = inFull): Promise<Reply | null> {
    const reply = await this.#send(method, address, init, receive);
    if (reply.status >= 300 && reply.status !== 404)
      throw away(new StorageUnavailable(`The file store answered ${reply.status} (${codeOf(reply)}) to ${method}`));
    outage.succeeded();
    return reply.status === 404 ? null : reply;
  }

  /** Retries transient failures of the store, within the operation's time limit. */
  async #send(method: string, address: string, init: RequestInit, receive = inFull): Promise<Reply> {
    const deadline = AbortSignal.timeout(TIMEOUT_MS);
    for (let tried = 1; ; tried += 1) {
      try {
        const reply = await this.#try(method, address, init, { deadline, receive });
        if (tried === TRIES || (reply.status < 500 && reply.status !== 429)) return reply;
      } catch (error) {
        if (tried === TRIES || deadline.aborted)
          throw away(new StorageUnavailable(`The file store did not answer to ${method}`, { cause: error }));
      }
      await sleep(RETRY_AFTER_MS * 2 ** tried * Math.random(), undefined, { ref: false });
    }
  }

  /**
   * Passes the signal to `fetch` itself, because the client's own `fetch` drops it when signing. It covers everything
   * received here; a forwarded stream may take as long as its reader.
   */
  async #try(
    method: string,
    address: string,
    init: RequestInit,
    { deadline, receive }: { deadline: AbortSignal; receive: Receive },
  ): Promise<Reply> {
    const signed = await this.#client.sign(this.#root + address, { ...init, method });
    deadline.throwIfAborted();
    const receiving = new AbortController();
    const abort = () => receiving.abort(deadline.reason);
    deadline.addEventListener("abort", abort);
    try {
      return await receive(await fetch(signed, { signal: receiving.signal }));
    } finally {
      deadline.removeEventListener("abort", abort);
    }
  }
}

const NOTHING = new Uint8Array();

const inFull: Receive = async (response) => ({
  status: response.status,
  bytes: new Uint8Array(await response.arrayBuffer()),
});

/** Reads the text of an error response; never buffers any other body. */
const asStream: Receive = async (response) =>
  response.ok ? { status: response.status, bytes: NOTHING, stream: response.body } : inFull(response);

const asSize: Receive = async ({ status, headers }) => ({
  status,
  bytes: NOTHING,
  size: Number(headers.get("content-length")),
});

const outage = new OutageLog("file store");

function away(error: StorageUnavailable): StorageUnavailable {
  outage.failed(error);
  return error;
}

/** Names the variable to check, after the store's own error code. */
function adviceFor(method: string, reply: Reply): string {
  const code = codeOf(reply);
  const answered = `The file store answered ${reply.status}${code && ` (${code})`} to ${method}`;
  if (code === "InvalidAccessKeyId") return `S3_ACCESS_KEY_ID is not known to the file store. ${answered}.`;
  if (code === "SignatureDoesNotMatch") return `S3_SECRET_ACCESS_KEY does not belong to S3_ACCESS_KEY_ID. ${answered}.`;
  if (code === "AuthorizationHeaderMalformed" || reply.status === 301)
    return `S3_REGION or S3_ENDPOINT is not the bucket's. ${answered}.`;
  if (reply.status === 404) return `S3_BUCKET is not there. ${answered}.`;
  if (reply.status === 401 || reply.status === 403)
    return `S3_ACCESS_KEY_ID may not read, write and delete in S3_BUCKET, or S3_SECRET_ACCESS_KEY is wrong. ${answered}.`;
  return `S3_ENDPOINT, S3_BUCKET and S3_REGION do not go together. ${answered}.`;
}

const textOf = ({ bytes }: Pick<Reply, "bytes">) => new TextDecoder().decode(bytes);
const codeOf = (reply: Reply) => element(textOf(reply), "Code") ?? "";

/** Extracts the text of an XML element. Our keys and the store's tokens have no other characters that XML escapes. */
function element(xml: string, name: string): string | undefined {
  const start = xml.indexOf(`<${name}>`);
  const end = xml.indexOf(`</${name}>`, start);
  if (start === -1 || end === -1) return undefined;
  return xml
    .slice(start + name.length + 2, end)
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&");
}
