import { DomainError } from "@/lib/domain/kernel/errors";

type QueryValue = string | string[] | undefined;

/** The text of a query parameter, or undefined where it is missing, repeated or cannot be searched for. */
export function textParameter(value: QueryValue): string | undefined {
  return typeof value === "string" && !value.includes("\0") && value.isWellFormed() ? value : undefined;
}

/** A page of a list from the cursor in the address; an invalid cursor starts from the top. */
export async function pageAtCursor<T>(
  cursor: QueryValue,
  list: (cursor: string | undefined) => Promise<T>,
): Promise<T> {
  const asked = textParameter(cursor);
  try {
    return await list(asked);
  } catch (error) {
    if (asked !== undefined && error instanceof DomainError && error.code === "invalid_cursor") return list(undefined);
    throw error;
  }
}
