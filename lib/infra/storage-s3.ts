import { AwsClient } from "aws4fetch";
import type { Env } from "./env";
import type { Storage, StoredFile } from "./storage";

type Bucket = Extract<Env["storage"], { kind: "s3" }>;

const TIMEOUT_MS = 15_000;
const RETRIES = 2;

/** Objects in a bucket of Amazon S3, or of anything that speaks its language, addressed by path. */
export class S3Storage implements Storage {
  readonly #client: AwsClient;
  readonly #root: string;
  readonly #publicRoot: string | undefined;

  constructor({ endpoint, bucket, region, accessKeyId, secretAccessKey, publicUrl }: Bucket) {
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3", retries: RETRIES });
    this.#root = `${endpoint.replace(/\/$/, "")}/${bucket}`;
    this.#publicRoot = publicUrl?.replace(/\/$/, "");
  }

  async put(key: string, bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<void> {
    const stored = await this.#ask("PUT", `/${key}`, { body: bytes, headers: { "Content-Type": contentType } });
    if (!stored) throw new Error("The store of files has no such bucket");
  }

  async get(key: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const response = await this.#ask("GET", `/${key}`);
    return response && new Uint8Array(await response.arrayBuffer());
  }

  async remove(key: string): Promise<void> {
    await this.#ask("DELETE", `/${key}`);
  }

  async *list(folder: string): AsyncGenerator<StoredFile> {
    for (let next: string | undefined = ""; next !== undefined; ) {
      const query = new URLSearchParams({ "list-type": "2", prefix: `${folder}/`, ...(next && { "continuation-token": next }) });
      const answer = await this.#ask("GET", `?${query}`);
      const page: string = (await answer?.text()) ?? "";
      for (const object of page.split("<Contents>").slice(1)) {
        yield { key: element(object, "Key") ?? "", writtenAt: new Date(element(object, "LastModified") ?? "") };
      }
      next = element(page, "NextContinuationToken");
    }
  }

  publicUrl(key: string): string | null {
    return this.#publicRoot === undefined ? null : `${this.#publicRoot}/${key}`;
  }

  async open(key: string): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | null> {
    const bytes = await this.get(key);
    return bytes && new Blob([bytes]).stream();
  }

  /** Null where there is no such object. */
  async #ask(method: string, address: string, init: RequestInit = {}): Promise<Response | null> {
    const response = await this.#client.fetch(this.#root + address, { ...init, method, signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`The store of files answered ${response.status} to ${method}`);
    return response;
  }
}

/** The text of an XML element. Our keys and the store's tokens hold none of the characters that XML escapes but these. */
function element(xml: string, name: string): string | undefined {
  const start = xml.indexOf(`<${name}>`);
  const end = xml.indexOf(`</${name}>`, start);
  if (start === -1 || end === -1) return undefined;
  return xml.slice(start + name.length + 2, end).replace(/&quot;/g, '"').replace(/&amp;/g, "&");
}
