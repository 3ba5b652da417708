/** The errors of OAuth's endpoints (RFC 6749, 7591, 8628, 8707). */
export type OAuthErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "unauthorized_client"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "invalid_scope"
  | "invalid_target"
  | "access_denied"
  | "authorization_pending"
  | "slow_down"
  | "expired_token"
  | "invalid_redirect_uri"
  | "invalid_client_metadata";

/** An error response of OAuth. Rolls back the transaction that it is thrown in. */
export class OAuthError extends Error {
  override name = "OAuthError";

  constructor(
    readonly code: OAuthErrorCode,
    message: string,
  ) {
    super(message);
  }

  /** Next bundles contain separate copies of this class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "OAuthError";
  }
}

/** Removes the characters that the protocol does not allow in a message (RFC 6749, 5.2). */
export const describable = (message: string): string => message.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "?");
