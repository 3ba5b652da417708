import { CallError } from "@/lib/client/call-error";

/** What a form shows when nobody has the handle in its field. Throws any other error again. */
export function unknownHandle(error: unknown, field: string) {
  if (!(error instanceof CallError && error.status === 404)) throw error;
  const message = "Nobody has this handle.";
  return { message, fields: { [field]: message } };
}
