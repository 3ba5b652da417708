import type { EventStream } from "@/lib/http/response/event-stream";
import type { EventReader } from "@/tests/support/event-stream";

/** Passes everything that a stream sends to a reader, until it ends. */
export async function follow(stream: Pick<EventStream, "next">, reader: EventReader): Promise<void> {
  for (let text; (text = await stream.next()) !== undefined;) reader.take(text);
}
