import { InteractionType } from "discord-interactions";
import { createContext, type VisitorContext } from "@/lib/domain/kernel/context";
import { newRequestId } from "@/lib/domain/kernel/id";
import { DomainError, invalid } from "@/lib/domain/kernel/errors";
import { discordConfig, isDiscordSetUp, isSignedByDiscord } from "@/lib/domain/play/guilds/discord-api";
import { answerInteraction, PONG, type Reply } from "@/lib/domain/play/guilds/interactions";
import { interaction } from "@/lib/domain/play/guilds/schema";
import { type Handlers, handlersFor, type MountContext } from "@/lib/http/handlers";
import { malformed, readBytes } from "@/lib/http/body/json-body";
import { requireTextValues } from "@/lib/http/pipeline/input";
import { serveUnknownSession } from "@/lib/http/pipeline/serve-session";
import { sessionError, sessionMethodNotAllowed } from "@/lib/http/response/session-error";

const ALLOW = "POST, OPTIONS";

/** Builds the handler of Discord's interactions. Without a Discord application, the path does not exist. */
export function serveInteractions(): Handlers {
  const set = handlersFor({
    declared: { POST: receive },
    options: async () => new Response(null, { status: 204, headers: { Allow: ALLOW, "Cache-Control": "no-store" } }),
    undeclared: sessionMethodNotAllowed(ALLOW),
  });
  const unset = serveUnknownSession();
  const method =
    (name: keyof Handlers): Handlers[typeof name] =>
    (...request) =>
      (isDiscordSetUp() ? set : unset)[name](...request);
  return {
    GET: method("GET"),
    HEAD: method("HEAD"),
    POST: method("POST"),
    PUT: method("PUT"),
    PATCH: method("PATCH"),
    DELETE: method("DELETE"),
    OPTIONS: method("OPTIONS"),
  };
}

async function receive(request: Request, { waitUntil: afterCommit }: MountContext): Promise<Response> {
  const requestId = newRequestId();
  const ctx = createContext({ actor: null, channel: "session", requestId, afterCommit });
  try {
    const body = await readBytes(request);
    const signed = {
      signature: request.headers.get("x-signature-ed25519"),
      timestamp: request.headers.get("x-signature-timestamp"),
      body,
    };
    if (!(await isSignedByDiscord(signed, { publicKey: discordConfig().publicKey, now: ctx.now })))
      throw new DomainError("signed_out", "This request was not signed by Discord, or not recently.");
    return Response.json(await answer(ctx, parse(body)), { headers: { "Cache-Control": "no-store" } });
  } catch (error) {
    return sessionError(request, requestId, error);
  }
}

function parse(body: Uint8Array): object {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
    if (typeof parsed === "object" && parsed !== null) return parsed;
  } catch {
    // Falls through to the same error as JSON that is not an object.
  }
  throw malformed("The body must be a JSON object.");
}

async function answer(ctx: VisitorContext, body: object): Promise<Reply> {
  const type = "type" in body ? body.type : undefined;
  if (type === InteractionType.PING) return PONG;
  if (type !== InteractionType.APPLICATION_COMMAND)
    throw invalid([{ param: "type", message: "Only pings and application commands are answered" }]);
  const parsed = interaction.safeParse(body);
  if (!parsed.success)
    throw invalid(parsed.error.issues.map(({ path, message }) => ({ param: path.join("."), message })));
  requireTextValues(parsed.data);
  return answerInteraction(ctx, parsed.data);
}
