import type { IncomingMessage, ServerResponse } from "node:http";
import { carrierOf, RequestRecording } from "@/lib/http/pipeline/record-request";
import { isMonitoring } from "./monitoring";
import { isEventStream } from "@/lib/server/entry/request-admission";

/** Bounds the logged path, which clients choose and which may be kilobytes long. */
const MAX_PATH_LENGTH = 200;
/** nginx's status for a client that disconnected before its response was complete. */
const CLIENT_CLOSED_REQUEST = 499;

/** Answers a request in its own scope, and records it once the response is sent or the client has disconnected. */
export function inRecordedScope(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  answer: () => unknown,
): void {
  const { method = "", headers } = request;
  const recording = new RequestRecording(
    method,
    carrierOf((name) => headers[name]?.toString()),
  );
  response.once("close", () => {
    const group = groupOf(path);
    const isStream = isEventStream(response);
    recording.end({
      method,
      status: response.writableFinished || isStream ? response.statusCode : CLIENT_CLOSED_REQUEST,
      ...(!recording.isNamed && { group, path: path.slice(0, MAX_PATH_LENGTH) }),
      isCounted: !isStream && !isMonitoring(path),
      isMinor: group === "file" || isMonitoring(path),
    });
  });
  recording.run(answer);
}

const GROUPS = [
  "/api/v1/",
  "/api/auth/",
  "/api/avatars/",
  "/api/cron/",
  "/api/discord/",
  "/api/inngest",
  "/api/media/",
  "/api/",
];

/** Maps a path, which clients choose freely, to one of a few groups. */
function groupOf(path: string): string {
  const area = GROUPS.find((prefix) => path.startsWith(prefix));
  if (area) return `${area}*`;
  if (path === "/mcp") return path;
  return /\.\w{1,5}$/.test(path) ? "file" : "page";
}
