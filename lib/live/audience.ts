import type { VisitorContext } from "@/lib/domain/context";
import {
  type EventKey,
  keyOf,
  kindOf,
  type LiveEvent,
  type OutgoingEvent,
  type Subscription,
  type Topic,
  type TopicKinds,
} from "@/lib/domain/live/topics";
import { eventText } from "./stream";

/** Dispatches calls by topic kind, with one call for all topics of a kind. */
export class Audience {
  constructor(private readonly kinds: TopicKinds) {}

  async readable(ctx: VisitorContext, subscriptions: Subscription[]): Promise<Subscription[]> {
    const groups = this.byKind(subscriptions);
    return (await Promise.all(groups.map(([kind, group]) => kind.readable(ctx, group)))).flat();
  }

  endsAccess(event: LiveEvent): boolean {
    return this.kinds[kindOf(event.topic)].endsAccess?.(event) ?? false;
  }

  /** Returns the text of each event as its readers see it; events that are hidden from them have none. */
  async present(ctx: VisitorContext, events: LiveEvent[]): Promise<Map<EventKey, string>> {
    const groups = this.byKind(events);
    const shown = await Promise.all(groups.map(async ([kind, group]) => kind.present?.(ctx, group) ?? group));
    return new Map(shown.flat().map((event) => [keyOf(event), eventText(event)]));
  }

  async current(ctx: VisitorContext, topics: Topic[]): Promise<OutgoingEvent[]> {
    const groups = this.byKind(topics.map((topic) => ({ topic })));
    const events = groups.map(
      async ([kind, group]) =>
        kind.current?.(
          ctx,
          group.map(({ topic }) => topic),
        ) ?? [],
    );
    return (await Promise.all(events)).flat();
  }

  private byKind<T extends { topic: Topic }>(items: T[]) {
    const groups = groupBy(items, ({ topic }) => kindOf(topic));
    return Array.from(groups, ([kind, group]) => [this.kinds[kind], group] as const);
  }
}

/** `Map.groupBy`, which Node.js only has since version 21. */
export function groupBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
