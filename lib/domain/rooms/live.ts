import { roomTopic, subjectOf, type TopicKind } from "@/lib/domain/live/topics";
import { noteReaders } from "./presence";

const ENDING = new Set(["left", "removed"]);

/** A room's topic, for its current members. Having a stream of it counts as presence. */
export const roomTopics: TopicKind = {
  async readable(ctx, subscriptions) {
    const readers = subscriptions.map(({ topic, userId }) => ({ userId, code: subjectOf(topic) }));
    const members = readers.length > 0 ? await noteReaders(ctx, readers) : [];
    return members.map(({ userId, code }) => ({ userId, topic: roomTopic(code) }));
  },
  endsAccess: ({ event, data }) =>
    event === "closed" || (event === "member" && "what" in data && ENDING.has(String(data.what))),
};
