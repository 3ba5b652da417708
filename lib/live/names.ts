import { kindOf, type OutgoingEvent, type Topic, userTopic } from "@/lib/domain/live/topics";

/** Returns the name by which readers know a topic. */
export function publicName(topic: Topic): string {
  return kindOf(topic) === "user" ? "me" : topic;
}

/** Returns the topic that a public name refers to for this reader. */
export function topicNamed(name: string, userId: string): Topic {
  return name === "me" ? userTopic(userId) : (name as Topic);
}

/** Formats an event as all readers of its topic receive it, except for the `id`, which is prepended per reader. */
export function eventText({ topic, seq, event, data }: OutgoingEvent): string {
  return `event: ${event}\ndata: ${JSON.stringify({ ...data, topic: publicName(topic), seq })}\n\n`;
}
