import { TIMEOUT_MS } from "@/lib/domain/webhooks/rules";

export const MESSAGES = {
  timeout: `No response within ${TIMEOUT_MS / 1000} s.`,
  reset: "The connection was reset before a response arrived.",
};

const MESSAGE_BY_CODE: Record<string, string> = {
  ECONNREFUSED: "The connection was refused.",
  ECONNRESET: MESSAGES.reset,
  EPIPE: MESSAGES.reset,
  ETIMEDOUT: "The connection timed out.",
  EHOSTUNREACH: "The host is unreachable.",
  ENETUNREACH: "The host's network is unreachable.",
  ENOTFOUND: "The host's name does not resolve.",
  EAI_AGAIN: "The host's name does not resolve right now.",
  EBUSY: "Too many names are being looked up right now.",
  CERT_HAS_EXPIRED: "The receiver's certificate has expired.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The receiver's certificate is self-signed.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The receiver's certificate is for another name.",
};

/** Describes why a request got no response, for the endpoint's owner. */
export function describeRequestError(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === undefined) return message;
  return (
    MESSAGE_BY_CODE[code] ?? (code.startsWith("HPE_") ? "The response is not HTTP." : `The request failed: ${code}.`)
  );
}
