import { Refusal } from "@/lib/domain/errors";

type Asked = string | string[] | undefined;

/** What an address's query says under one name, as far as it is one text that can be looked for. */
export function textAsked(value: Asked): string | undefined {
  return typeof value === "string" && !value.includes("\0") && value.isWellFormed() ? value : undefined;
}

/** A list from the cursor in an address. One that the list never gave, or gives no longer, begins at the top. */
export async function pageAsked<T>(cursor: Asked, list: (cursor: string | undefined) => Promise<T>): Promise<T> {
  const asked = textAsked(cursor);
  try {
    return await list(asked);
  } catch (error) {
    if (asked !== undefined && error instanceof Refusal && error.code === "invalid_cursor") return list(undefined);
    throw error;
  }
}
