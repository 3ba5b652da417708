import { decode, type JWT, type JWTDecodeParams } from "next-auth/jwt";
import { isOwnKind } from "./cookie";

/**
 * Decodes a session token. Rejects foreign headers first: next-auth would follow a header that asks for a
 * password-derived key (PBES2), which costs ten thousand rounds before the token is found to be forged.
 */
export async function decodeToken(params: JWTDecodeParams): Promise<JWT | null> {
  return params.token !== undefined && isOwnKind(params.token) ? decode(params) : null;
}
