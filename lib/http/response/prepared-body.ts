import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import Negotiator from "negotiator";
import { env } from "@/lib/infra/environment/env";
import { encodedAs, mayCompress } from "./content-encoding";
import { notModified } from "./etag";
import { PlainResponse } from "./plain-response";

const ENCODINGS = ["br", "gzip", "identity"] as const;
type Encoding = (typeof ENCODINGS)[number];
type Bytes = Uint8Array<ArrayBuffer>;
type Encoded = { identity: Bytes } & Partial<Record<Encoding, Bytes>>;

/** A body that is the same for everyone, encoded, compressed and hashed once: a request only selects an encoding. */
export class PreparedBody {
  private constructor(
    private readonly contentType: string,
    private readonly hash: string,
    private readonly bytes: Encoded,
  ) {}

  static async from(
    contentType: string,
    text: string,
    brotliQuality: number = constants.BROTLI_MAX_QUALITY,
  ): Promise<PreparedBody> {
    const identity = new TextEncoder().encode(text);
    const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } };
    const [br, gzipped] = await Promise.all([promisify(brotliCompress)(identity, brotli), promisify(gzip)(identity)]);
    const bytes = { br: new Uint8Array(br), gzip: new Uint8Array(gzipped), identity };
    return new PreparedBody(contentType, hashOf(identity), bytes);
  }

  /** A file in a compressed format, sent without further compression. */
  static file(contentType: string, bytes: Bytes): PreparedBody {
    return new PreparedBody(contentType, hashOf(bytes), { identity: bytes });
  }

  /** Responds with the bytes in the request's preferred encoding, or 304 if the client holds any encoding of them. */
  respond(request: Request, headers: Record<string, string>): PlainResponse {
    const encoding = encodingFor(request, this.bytes);
    const all = {
      ...headers,
      Vary: [headers.Vary, "Accept-Encoding"].filter(Boolean).join(", "),
      ETag: this.etag(encoding),
    };
    if (ENCODINGS.some((held) => notModified(request, this.etag(held))))
      return new PlainResponse(null, { status: 304, headers: all });
    return new PlainResponse(this.bytes[encoding] ?? this.bytes.identity, {
      headers: {
        ...all,
        "Content-Type": this.contentType,
        ...(encoding === "identity" ? {} : encodedAs(encoding)),
      },
    });
  }

  /** A strong validator identifies exact bytes, so each encoding has its own. */
  private etag(encoding: Encoding): string {
    return encoding === "identity" ? `"${this.hash}"` : `"${this.hash}-${encoding}"`;
  }
}

function hashOf(bytes: Bytes): string {
  return createHash("sha256").update(bytes).digest("base64url").slice(0, 27);
}

function encodingFor({ headers }: Request, bytes: Encoded): Encoding {
  if (!mayCompress()) return "identity";
  const accepted = new Negotiator({
    headers: { "accept-encoding": headers.get("accept-encoding") ?? "identity" },
  }).encodings(ENCODINGS);
  return ENCODINGS.find((encoding) => bytes[encoding] && accepted.includes(encoding)) ?? "identity";
}

/** A module written by `scripts/generate-openapi.ts`, which returns its text for a deployment at `siteUrl`. */
export interface GeneratedModule {
  default(this: void, siteUrl: string): string;
}

/** Prepares a generated text for this deployment on the first call, then returns the same body. */
export function generatedBody(contentType: string, load: () => Promise<GeneratedModule>): () => Promise<PreparedBody> {
  let body: Promise<PreparedBody> | undefined;
  return () => (body ??= load().then((module) => PreparedBody.from(contentType, module.default(env().siteUrl))));
}
