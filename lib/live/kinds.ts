import type { TopicKinds } from "@/lib/domain/live/topics";
import { accountTopics } from "@/lib/domain/notifications/live";
import { roomTopics } from "@/lib/domain/rooms/live";

/** The kinds of topics, each defined by the module that publishes it. */
export const TOPIC_KINDS: TopicKinds = { user: accountTopics, room: roomTopics };
