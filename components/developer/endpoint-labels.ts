import { ALL_EVENTS, wildcardOf } from "@/lib/domain/consequences/events/catalog";
import type { EndpointFilter } from "@/lib/domain/consequences/webhooks/filter";
import type { Day } from "@/lib/domain/consequences/webhooks/queries";
import type { Delivery } from "@/lib/domain/consequences/webhooks/schema";

/** The events of an endpoint and its filter as text; `*` is "every event". */
export function eventsLabel(events: readonly string[], filter: EndpointFilter | null = null): string {
  const isEvery = events.includes(ALL_EVENTS);
  const others = events.filter((name) => name !== ALL_EVENTS && !(isEvery && wildcardOf(name) === ALL_EVENTS));
  const all = [...(isEvery ? ["every event"] : []), ...others].join(", ");
  const { postId, handle } = filter ?? {};
  return [all, postId && `about ${postId}`, handle && `about @${handle}`].filter(Boolean).join(" · ");
}

interface Tally {
  delivered: number;
  failed: number;
}

export function tallyOf(days: readonly Day[]): Tally {
  return days.reduce(
    (sum, { delivered, failed }) => ({ delivered: sum.delivered + delivered, failed: sum.failed + failed }),
    { delivered: 0, failed: 0 },
  );
}

/** "98 %", rounded down; above 99 with a decimal, so that one failure in 1,000 shows. Undefined if nothing was sent. */
export function arrivedShare({ delivered, failed }: Tally): string | undefined {
  const sent = delivered + failed;
  if (sent === 0) return undefined;
  const percent = (delivered / sent) * 100;
  return `${percent > 99 && failed > 0 ? Math.min(99.9, Math.floor(percent * 10) / 10) : Math.floor(percent)} %`;
}

export function responseLabel({ responseStatus, error }: Pick<Delivery, "responseStatus" | "error">): string {
  return responseStatus === null ? (error ?? "no response yet") : `${responseStatus}`;
}
