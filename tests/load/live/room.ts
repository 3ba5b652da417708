import { roomTopic } from "@/lib/domain/live/topics";

export const ROOM = roomTopic("CRASHD");
