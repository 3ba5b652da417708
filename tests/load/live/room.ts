import { randomUUID } from "node:crypto";
import { roomTopic, type Topic } from "@/lib/domain/consequences/live/topics";
import { type OpenedStream, openEventStream, type ReceivedEvent } from "@/tests/support/event-stream";
import { type Member, newMembers } from "../siege/member";

/** A room of a running product, and its members' browsers. The first member is the host. */
export class LiveRoom {
  private constructor(
    readonly code: string,
    readonly members: readonly Member[],
  ) {}

  static async open(url: string, { people, places = 50 }: { people: number; places?: number }): Promise<LiveRoom> {
    const members = await newMembers(people);
    const [host, ...guests] = members;
    const { code } = await created(post(`${url}/api/rooms`, host!, { name: "The bench", maxMembers: places }));
    for (const guest of guests) await created(post(`${url}/api/rooms/${code}/join`, guest, {}));
    return new LiveRoom(code, members);
  }

  get topic(): Topic<"room"> {
    return roomTopic(this.code);
  }

  /** Sends a message. A retry uses the key of the request that it repeats. */
  say(url: string, member: Member, content: string, key?: string): Promise<Response> {
    return post(`${url}/api/rooms/${this.code}/messages`, member, { content }, key);
  }

  follow(
    url: string,
    { cookie }: Member,
    { lastEventId, onEvent }: { lastEventId?: string; onEvent?: (event: ReceivedEvent) => void } = {},
  ): Promise<OpenedStream> {
    const query = new URLSearchParams({ topics: this.topic, ...(lastEventId && { lastEventId }) });
    return openEventStream(`${url}/api/live?${query}`, { Cookie: cookie }, onEvent);
  }
}

function post(url: string, { cookie }: Member, json: object, key: string = randomUUID()): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { Cookie: cookie, "Content-Type": "application/json", "Idempotency-Key": key },
    body: JSON.stringify(json),
  });
}

async function created(answer: Promise<Response>): Promise<{ code: string }> {
  const response = await answer;
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as { code: string };
}
