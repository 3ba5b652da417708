import { marksOf } from "@/lib/domain/consequences/event-log/present";
import type { EventRecord } from "./schema";

export interface EventRow {
  id: string;
  name: string;
  data: Record<string, unknown>;
  isTest: boolean;
  createdAt: Date;
}

export function presentEvent({ id, name, data, isTest, createdAt }: EventRow): EventRecord {
  return {
    eventId: id,
    event: name,
    created: createdAt.toISOString(),
    data,
    ...marksOf({ isTest }),
  };
}
