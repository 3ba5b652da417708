import { createContext } from "@/lib/domain/context";
import { DomainError, rateLimited } from "@/lib/domain/errors";
import { sandboxOf } from "@/lib/domain/keys/rules";
import { announce, deliverDue } from "@/lib/domain/sandboxes/due-work";
import { act, look, type OpenSandbox } from "@/lib/domain/sandboxes/entering";
import { findSandbox, noteUse, opened } from "@/lib/domain/sandboxes/queries";
import { MAX_ATTEMPTS_AFTER_ACT } from "@/lib/domain/sandboxes/rules";
import type { Handler, MountContext } from "@/lib/http/handlers";
import { beginRequest, failed } from "@/lib/http/response/response";
import { spend } from "@/lib/infra/limiter/rate-limit";
import { log } from "@/lib/infra/log/log";
import { describeRequest } from "@/lib/infra/log/request-scope";
import { presentedSecret } from "./authenticate";

type Job = () => Promise<unknown>;

interface Options {
  /** Whether it changes something in the sandbox, other than the sandbox itself. */
  isAct: boolean;
}

/**
 * Handles the requests of test keys in their sandboxes, and all others as they are. What an act leads to at once is
 * part of it; the deliveries that are due then are attempted after its response.
 */
export function sandboxed(handle: Handler, { isAct }: Options): Handler {
  return async (request, context) => {
    const id = sandboxOf(presentedSecret(request.headers) ?? "");
    // Costs an ordinary request nothing but the look at its key.
    if (id === undefined) return handle(request, context);
    try {
      const sandbox = await admit(id, context);
      return sandbox ? await handleIn(sandbox, handle, request, context, isAct) : await handle(request, context);
    } catch (error) {
      return failed(error, request, beginRequest(context));
    }
  };
}

/** Returns the sandbox, if there is one; without one, the key is not valid. */
async function admit(id: string, { waitUntil }: MountContext): Promise<OpenSandbox | undefined> {
  const row = await findSandbox(id);
  if (!row) return undefined;
  describeRequest({ sandbox: id });
  const quota = await spend("sandbox", id, { whenDown: "local" });
  if (!quota.allowed) throw rateLimited(quota);
  if (row.suspended)
    throw new DomainError("account_suspended", "This account is suspended. Write to us if you think that is wrong.");
  waitUntil(() => noteUse(row));
  return opened(createContext({ actor: null, channel: "api" }), row);
}

async function handleIn(
  sandbox: OpenSandbox,
  handle: Handler,
  request: Request,
  context: MountContext,
  isAct: boolean,
): Promise<Response> {
  const jobs: Job[] = [];
  const inside = { ...context, waitUntil: (job: Job) => void jobs.push(job) };
  const response = await (isAct ? act : look)(sandbox, async () => {
    const answer = await handle(request, inside);
    // In their order, and before the response, so that the same acts lead to the same.
    for (let job = jobs.shift(); job; job = jobs.shift()) await job().catch(report);
    if (isAct) await announce().catch(report);
    return answer;
  });
  if (isAct) context.waitUntil(() => look(sandbox, () => deliverDue(MAX_ATTEMPTS_AFTER_ACT)).catch(report));
  return response;
}

/** A sandbox that was reset or deleted meanwhile has nothing left to do. */
const report = (error: unknown) => log.debug("work in a sandbox failed", { error });
