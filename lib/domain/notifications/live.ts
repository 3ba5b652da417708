import { subjectOf, type TopicKind, userTopic } from "@/lib/domain/live/topics";
import { notificationsById } from "./queries";
import { countUnreadOf } from "./unread";

/**
 * An account's own topic. A stored notification event carries only the id: its content is read on sending, in the form
 * that the list shows then.
 */
export const accountTopics: TopicKind = {
  readable: async (_ctx, subscriptions) => subscriptions.filter(({ topic, userId }) => topic === userTopic(userId)),

  async present(ctx, events) {
    const idOf = (event: (typeof events)[number]) =>
      event.event === "notification" && "id" in event.data ? String(event.data.id) : undefined;
    const ids = events.flatMap((event) => idOf(event) ?? []);
    const shown = ids.length > 0 ? await notificationsById(ctx, ids) : new Map<string, object>();
    return events.flatMap((event) => {
      const id = idOf(event);
      if (id === undefined) return [event];
      const notification = shown.get(id);
      return notification ? [{ ...event, data: notification }] : [];
    });
  },

  async current(ctx, topics) {
    const counts = topics.length > 0 ? await countUnreadOf(ctx, topics.map(subjectOf)) : new Map<string, number>();
    return Array.from(counts, ([userId, count]) => ({ topic: userTopic(userId), event: "unread", data: { count } }));
  },
};
