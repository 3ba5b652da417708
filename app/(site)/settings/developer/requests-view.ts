import { textParameter } from "@/app/(site)/query-parameters";
import type { RequestsView } from "@/components/developer/request-overview";
import { requestFilter } from "@/lib/domain/accounts/request-log/schema";

/** Parses the URL of a request log; forms also send empty fields. */
export function viewOf(query: Record<string, string | string[] | undefined>): RequestsView {
  const chosen = (name: string) => textParameter(query[name]) || undefined;
  const filter = requestFilter.safeParse({
    key: chosen("key"),
    status: chosen("status"),
    error: chosen("error"),
    operation: chosen("operation"),
    id: chosen("id")?.trim(),
  });
  return { filter: filter.data ?? {}, per: query.per === "day" ? "day" : "hour" };
}
