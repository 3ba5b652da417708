import { decode, type JWT, type JWTDecodeParams } from "next-auth/jwt";
import { isOwnKind } from "./cookie";

/**
 * Reads a session's token. Its header is written by whoever sends it, and next-auth would follow it: one that asks for a
 * key derived from a password (PBES2) costs ten thousand rounds before it is found to be false.
 */
export async function decodeToken(params: JWTDecodeParams): Promise<JWT | null> {
  return params.token !== undefined && isOwnKind(params.token) ? decode(params) : null;
}
