import { spendOrReject } from "@/lib/domain/kernel/budget";
import { accountSuspended, DomainError } from "@/lib/domain/kernel/errors";
import { sandboxOf } from "@/lib/domain/kernel/credentials";
import { announce, deliverDue } from "@/lib/domain/accounts/sandboxes/due-work";
import { runWrite, runRead, type OpenSandbox } from "@/lib/domain/accounts/sandboxes/run-in-sandbox";
import { findSandbox, noteUse, opened } from "@/lib/domain/accounts/sandboxes/queries";
import { AFTER_ACT_TIMEOUT_MS, MAX_ATTEMPTS_AFTER_ACT } from "@/lib/domain/accounts/sandboxes/rules";
import type { Handler, MountContext } from "@/lib/http/handlers";
import { beginRequest, failed } from "@/lib/http/response/response";
import { log } from "@/lib/infra/log/log";
import { describeRequest } from "@/lib/infra/log/tracing";
import { currentSandbox } from "@/lib/infra/sandbox/scope";
import { presentedSecret } from "./authenticate";

type Job = () => Promise<unknown>;

interface Options {
  /** Whether the request changes something inside the sandbox, rather than the sandbox itself. */
  isAct: boolean;
}

/**
 * Identifies where a request's key acts, and handles the request there: that of a test key in its sandbox, any other on
 * the site. Jobs that an act in a sandbox triggers run before its response, due deliveries after.
 */
export function sandboxed({ isAct }: Options, handle: Handler): Handler {
  return async (request, context) => {
    const id = sandboxOf(presentedSecret(request.headers) ?? "");
    // An ordinary request only pays for the inspection of its key.
    if (id === undefined) return handle(request, context);
    try {
      // A tool of /mcp is an operation within a request that is in the sandbox already.
      const around = currentSandbox();
      const sandbox = around?.id === id ? around : await admit(id, context);
      if (!sandbox) return await handle(request, context);
      const response = await (isAct ? handleWrite : handleRead)(sandbox, handle, request, context);
      if (response.status < 500 || (await hasSameDatabase(sandbox))) return response;
      throw new DomainError("conflict", "This sandbox was reset or deleted in the meantime.");
    } catch (error) {
      return failed(error, request, beginRequest(context));
    }
  };
}

/** Undefined if it does not exist: the key is rejected as invalid. */
async function admit(id: string, { waitUntil }: MountContext): Promise<OpenSandbox | undefined> {
  const row = await findSandbox(id);
  if (!row) return undefined;
  describeRequest({ sandbox: id });
  await spendOrReject("sandbox", row.userId, { whenDown: "local" });
  if (row.suspended) throw accountSuspended();
  waitUntil(() => noteUse(row));
  return opened(row);
}

async function hasSameDatabase({ id, databaseName }: OpenSandbox): Promise<boolean> {
  return (await findSandbox(id))?.databaseName === databaseName;
}

async function handleWrite(
  sandbox: OpenSandbox,
  handle: Handler,
  request: Request,
  context: MountContext,
): Promise<Response> {
  return runWrite(sandbox, async (scope) => {
    const jobs: Job[] = [];
    const answer = await handle(request, { ...context, waitUntil: (job: Job) => void jobs.push(job) });
    // In order and before the response, so that sandboxes are deterministic.
    for (let job = jobs.shift(); job; job = jobs.shift()) await job().catch(report);
    await announce().catch(report);
    context.waitUntil(() => deliverDue(sandbox, scope.now, afterAct()).catch(report));
    return answer;
  });
}

const afterAct = () => ({ limit: MAX_ATTEMPTS_AFTER_ACT, until: performance.now() + AFTER_ACT_TIMEOUT_MS });

async function handleRead(
  sandbox: OpenSandbox,
  handle: Handler,
  request: Request,
  context: MountContext,
): Promise<Response> {
  const waitUntil = (job: Job) => context.waitUntil(() => runRead(sandbox, job).catch(report));
  return runRead(sandbox, () => handle(request, { ...context, waitUntil }));
}

/** Logged at debug level: a job may fail only because its sandbox was reset or deleted meanwhile. */
const report = (error: unknown) => log.debug("work in a sandbox failed", { error });
