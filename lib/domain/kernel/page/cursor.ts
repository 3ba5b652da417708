import { createHmac, timingSafeEqual } from "node:crypto";
import { DomainError } from "@/lib/domain/kernel/errors";
import { deriveKey } from "@/lib/infra/secrets";

/** The position of a row in a list ordered by time and then id, both descending. */
export interface Position {
  at: Date;
  id: string;
}

const VERSION = 1;
const SIGNATURE_BYTES = 9;

/** Encodes an opaque cursor: a signature over the list and the position, and the position itself. */
export function encodeCursor({ at, id }: Position, list: readonly string[]): string {
  const body = Buffer.alloc(9 + Buffer.byteLength(id));
  body.writeUInt8(VERSION, 0);
  body.writeBigInt64BE(BigInt(at.getTime()), 1);
  body.write(id, 9);
  return Buffer.concat([sign(body, list), body]).toString("base64url");
}

/** Returns the position that a cursor encodes. @throws DomainError `invalid_cursor` for a cursor of another list */
export function decodeCursor(cursor: string, list: readonly string[]): { at: string; id: string } {
  const bytes = Buffer.from(cursor, "base64url");
  const body = bytes.subarray(SIGNATURE_BYTES);
  const genuine =
    bytes.toString("base64url") === cursor &&
    body.length > 9 &&
    body[0] === VERSION &&
    timingSafeEqual(bytes.subarray(0, SIGNATURE_BYTES), sign(body, list));
  if (!genuine) {
    const message = "cursor is not one that this list gave. Send a nextCursor back verbatim, or leave it out to begin.";
    throw new DomainError("invalid_cursor", message, { issues: [{ param: "cursor", message }] });
  }
  return { at: new Date(Number(body.readBigInt64BE(1))).toISOString(), id: body.toString("utf8", 9) };
}

function sign(body: Buffer, list: readonly string[]): Buffer {
  return createHmac("sha256", deriveKey("cursor"))
    .update(JSON.stringify(list))
    .update(body)
    .digest()
    .subarray(0, SIGNATURE_BYTES);
}
