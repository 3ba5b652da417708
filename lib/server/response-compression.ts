import type { IncomingMessage, ServerResponse } from "node:http";
import { constants } from "node:zlib";
import compression from "compression";

/**
 * A quality at which Brotli compresses better than gzip in the same time, and a window of 256 KiB, which holds every
 * page: the largest window would take four megabytes of memory, cleared for each response.
 */
export const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
};

/** Compresses dynamic responses. Brotli makes a page a sixth smaller than the gzip of Next's own server. */
export const compressResponse = compression({
  filter: isCompressible,
  brotli: BROTLI,
});

/** Next passes the headers of route handlers as arrays of one, and the compression library expects a string. */
function isCompressible(request: IncomingMessage, response: ServerResponse): boolean {
  const type = response.getHeader("Content-Type");
  if (Array.isArray(type)) response.setHeader("Content-Type", type[0] ?? "");
  return compression.filter(request, response);
}

const REJECTED_BROTLI = /\bbr\s*;\s*q=0(\.0*)?(?=\s*(,|$))/i;

/** Returns the encodings that a client accepts, without Brotli if the client rejects it by its weight: `br;q=0`. */
export function acceptedEncodings({ headers }: IncomingMessage): string {
  return String(headers["accept-encoding"] ?? "").replace(REJECTED_BROTLI, "");
}
