import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import Negotiator from "negotiator";
import { env } from "@/lib/infra/environment/env";
import { encodedAs, mayCompress } from "./content-encoding";
import { notModified } from "./etag";
import { PlainResponse } from "./plain-response";

const ENCODINGS = ["br", "gzip", "identity"] as const;
type Encoding = (typeof ENCODINGS)[number];

/**
 * A body that is the same for everyone: encoded, compressed and hashed once, so that a request only selects an
 * encoding.
 */
export class PreparedBody {
  private constructor(
    private readonly contentType: string,
    private readonly hash: string,
    private readonly bytes: Record<Encoding, Uint8Array<ArrayBuffer>>,
  ) {}

  static async from(contentType: string, text: string): Promise<PreparedBody> {
    const identity = new TextEncoder().encode(text);
    const [br, gzipped] = await Promise.all([promisify(brotliCompress)(identity), promisify(gzip)(identity)]);
    const hash = createHash("sha256").update(identity).digest("base64url").slice(0, 27);
    return new PreparedBody(contentType, hash, { br: new Uint8Array(br), gzip: new Uint8Array(gzipped), identity });
  }

  /** Responds with the bytes in the request's preferred encoding, or 304 if the client holds any encoding of them. */
  respond(request: Request, headers: Record<string, string>): PlainResponse {
    const encoding = encodingFor(request);
    const all = {
      ...headers,
      Vary: [headers.Vary, "Accept-Encoding"].filter(Boolean).join(", "),
      ETag: this.etag(encoding),
    };
    if (ENCODINGS.some((held) => notModified(request, this.etag(held))))
      return new PlainResponse(null, { status: 304, headers: all });
    return new PlainResponse(this.bytes[encoding], {
      headers: {
        ...all,
        "Content-Type": this.contentType,
        ...(encoding === "identity" ? {} : encodedAs(encoding)),
      },
    });
  }

  /** A strong validator identifies bytes, so each encoding has its own. */
  private etag(encoding: Encoding): string {
    return encoding === "identity" ? `"${this.hash}"` : `"${this.hash}-${encoding}"`;
  }
}

function encodingFor({ headers }: Request): Encoding {
  if (!mayCompress()) return "identity";
  const accepted = new Negotiator({
    headers: { "accept-encoding": headers.get("accept-encoding") ?? "identity" },
  }).encodings(ENCODINGS);
  return ENCODINGS.find((encoding) => accepted.includes(encoding)) ?? "identity";
}

/** A module written by `scripts/generate-openapi.ts`: its text for a deployment at `siteUrl`. */
export interface GeneratedModule {
  default(this: void, siteUrl: string): string;
}

/** Prepares a generated text for this deployment on the first call, then returns the same body. */
export function generatedBody(contentType: string, load: () => Promise<GeneratedModule>): () => Promise<PreparedBody> {
  let body: Promise<PreparedBody> | undefined;
  return () => (body ??= load().then((module) => PreparedBody.from(contentType, module.default(env().siteUrl))));
}
