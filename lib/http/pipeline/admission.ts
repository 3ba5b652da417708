import type { SignedIn } from "@/lib/auth/session";
import { requireRecentProof } from "@/lib/domain/accounts/guards/recent-proof";
import { requireStaff } from "@/lib/domain/accounts/guards/staff";
import { requireVerifiedEmail } from "@/lib/domain/accounts/guards/verified-email";
import type { Scope } from "@/lib/domain/accounts/keys/scopes";
import type { Actor, VisitorContext } from "@/lib/domain/kernel/context";
import { accountSuspended, DomainError } from "@/lib/domain/kernel/errors";
import { parseUrl } from "@/lib/domain/kernel/text/parse-url.mjs";
import type { ApiOperation, SessionOperation } from "@/lib/http/operation";
import { env } from "@/lib/infra/environment/env";
import type { BudgetName, WriteKind } from "@/lib/infra/limiter/budgets";
import { trustedHost } from "@/lib/infra/network/client-ip";
import { currentSandbox } from "@/lib/infra/sandbox/scope";
import type { Caller } from "./authenticate";
import type { Call, Operation } from "./call";

/** Returns the error for a session route's path that does not exist. */
export const unknownPath = () => new DomainError("not_found", "There is no such path.");

/** Requires that this deployment offers the operation. @throws DomainError `not_found` */
export function requireOffered({ available }: SessionOperation): void {
  if (available && !available()) throw unknownPath();
}

/** Requires an account that is not suspended. @throws DomainError `account_suspended` */
export function requireActive({ suspended }: Caller): void {
  if (suspended) throw accountSuspended();
}

/**
 * Requires the scopes of the operation, and of what the request includes.
 * @throws DomainError `insufficient_scope`
 */
export function requireScopes({ operation, request }: Call<ApiOperation>, caller: Caller): void {
  for (const scope of scopesOf(operation, request))
    if (!caller.scopes.includes(scope)) throw insufficientScope(caller, scope);
}

function scopesOf({ scope, includes }: ApiOperation, { url }: Request): Scope[] {
  const own = scope ? [scope] : [];
  if (!includes) return own;
  const names = new URL(url).searchParams.getAll("include").flatMap((value) => value.split(","));
  return [...own, ...Object.entries(includes).flatMap(([name, needed]) => (names.includes(name) ? needed : []))];
}

function insufficientScope({ isApp }: Caller, scope: Scope): DomainError {
  const where = currentSandbox() ? "by POST /api/v1/sandbox/keys" : "in Settings → Developer";
  const message = isApp
    ? `This app lacks the scope ${scope}. Ask its user to authorize it again with this scope.`
    : `This key lacks the scope ${scope}. Make a key that has it ${where}.`;
  return new DomainError("insufficient_scope", message);
}

/** Requires staff where the operation is for them. @throws DomainError `forbidden` */
export function requireStaffRole({ staff }: Operation, actor: Actor): void {
  if (staff) requireStaff(actor, staff);
}

/** Writes that only change one's own account or create no content: allowed before the address is verified. */
const OPEN_WRITES: readonly WriteKind[] = ["profile", "notices"];
const OPEN_BUDGETS: readonly BudgetName[] = ["pulse", "preview", "forgotPassword"];

/**
 * Rejects writes of an actor without a verified address where the deployment requires one.
 * @throws DomainError `forbidden`
 */
export function requireVerifiedWriter({ method, writes, budget }: Operation, actor: Actor): void {
  const isOpen = writes === null ? budget && OPEN_BUDGETS.includes(budget) : OPEN_WRITES.includes(writes);
  if (method !== "GET" && !isOpen) requireVerifiedEmail(actor);
}

/** Requires a recent proof of identity where the operation does. @throws DomainError `proof_required` */
export function requireProof({ stepUp }: SessionOperation, ctx: VisitorContext): void {
  if (stepUp) requireRecentProof(ctx);
}

/** Rejects a page rendered for an account that the browser has left since, in another tab. No header, no check. */
export function requirePageAccount(request: Request, { id, handle }: SignedIn): void {
  const renderedFor = request.headers.get("x-page-account");
  if (renderedFor === null || renderedFor === id) return;
  throw new DomainError(
    "account_changed",
    `You’re signed in as @${handle} now, and this page belongs to another account. Nothing was sent. Reload the page to go on as @${handle}.`,
  );
}

/**
 * Rejects writes from foreign origins. A request without `Origin` is not a browser's cross-site request; `null` is
 * foreign. Compares with the Host, because Next's request URL always says localhost.
 */
export function requireSameOrigin(request: Request): void {
  const origin = request.headers.get("origin");
  if (origin === null || isOwn(origin, request)) return;
  throw new DomainError("forbidden", "This request came from another site.");
}

function isOwn(origin: string, request: Request): boolean {
  const host = parseUrl(origin)?.host;
  if (host === undefined) return false;
  return host === trustedHost(request)?.toLowerCase() || host === new URL(env().siteUrl).host;
}
