import { createHash } from "node:crypto";
import { actorOfRequest } from "@/lib/auth/session";
import { createContext, type VisitorContext } from "@/lib/domain/kernel/context";
import { DomainError } from "@/lib/domain/kernel/errors";
import { newRequestId } from "@/lib/domain/kernel/id";
import { type Handlers, handlersFor, type MountContext } from "@/lib/http/handlers";
import { authenticate, presentedSecret } from "./authenticate";
import { requireText } from "./input";
import { sandboxed } from "./sandboxed";
import { spend } from "@/lib/infra/limiter/rate-limit";
import { currentTime } from "@/lib/infra/sandbox/scope";
import { notModified } from "@/lib/http/response/etag";
import { sessionError, sessionMethodNotAllowed } from "@/lib/http/response/session-error";

/** A file's content: bytes, a stream that is opened only when needed, or the URL of a public file elsewhere. */
type ServedFile = { contentType: string; isPublic: boolean } & (
  | { bytes: Uint8Array<ArrayBuffer> }
  | { version: string; open(): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> }
  | { elsewhere: string }
);

export function serveFile<Params>(
  open: (ctx: VisitorContext, params: Params) => Promise<ServedFile>,
  fileViewerOf: (request: Request, context: MountContext) => Promise<FileViewer> = anybody,
): Handlers {
  const allow = "GET, HEAD, OPTIONS";
  return handlersFor({
    declared: {
      GET: sandboxed({ isAct: false }, async (request, context) => {
        const requestId = newRequestId();
        try {
          requireText(context.params);
          const viewer = await fileViewerOf(request, context);
          const ctx = createContext({ ...viewer, requestId, readsReplica: "fallback" });
          // The route's path defines the parameters that `open` receives.
          return await answer(request, await open(ctx, context.params as Params));
        } catch (error) {
          return sessionError(request, requestId, error);
        }
      }),
    },
    options: async () => new Response(null, { status: 204, headers: { Allow: allow } }),
    undeclared: sessionMethodNotAllowed(allow),
  });
}

const anybody = async (): Promise<FileViewer> => ({ actor: null, channel: "session" });

const HOUR = 3600;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/** Keeps browsers from executing a file, or sniffing another type, whatever it contains. Other sites may embed it. */
const SAFE = {
  "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

async function answer(request: Request, file: ServedFile): Promise<Response> {
  if ("elsewhere" in file)
    return new Response(null, {
      status: 302,
      headers: { Location: file.elsewhere, "Cache-Control": `private, max-age=${HOUR}` },
    });
  const headers = {
    ...SAFE,
    "Content-Type": file.contentType,
    // Browsers may cache a public file forever; shared caches drop deleted files within a day. Private files are
    // revalidated every time.
    "Cache-Control": file.isPublic ? `public, max-age=${YEAR}, s-maxage=${DAY}, immutable` : "private, no-cache",
    ETag: `"${"bytes" in file ? createHash("sha1").update(file.bytes).digest("base64url") : file.version}"`,
  };
  if (notModified(request, headers.ETag))
    return new Response(null, {
      status: 304,
      headers: { ETag: headers.ETag, "Cache-Control": headers["Cache-Control"] },
    });
  // HEAD requests read nothing.
  const body = request.method === "HEAD" ? null : "bytes" in file ? file.bytes : await file.open();
  return new Response(body, { headers });
}

type FileViewer = Pick<VisitorContext, "actor" | "channel">;

/** Returns who requests a file. Invalid credentials make a visitor, because most files are public. */
export async function fileViewerOf(request: Request, { clientIp, waitUntil }: MountContext): Promise<FileViewer> {
  if (presentedSecret(request.headers) === undefined)
    return { actor: await actorOfRequest(request, { orReplica: true }), channel: "session" };
  const state = { now: currentTime(), waitUntil, clientIp, audience: "api" as const };
  const caller = await authenticate(request, state, { orReplica: true });
  if (caller instanceof DomainError) await spend("authFailures", clientIp, { whenDown: "local" });
  const mayRead = !(caller instanceof DomainError) && !caller.suspended && caller.scopes.includes("read:posts");
  return { actor: mayRead ? caller.actor : null, channel: "api" };
}
