import type { z } from "zod";
import type { Context, VisitorContext } from "@/lib/domain/kernel/context";
import type { DomainErrorCode } from "@/lib/domain/kernel/errors";
import type { Scope } from "@/lib/domain/accounts/keys/scopes";
import type { StaffKind } from "@/lib/domain/accounts/guards/staff";
import type { Declaration, FileField, Method, Shape, Signature, Writes } from "./declaration";
import type { Deprecation } from "@/lib/http/response/deprecation";
import type { BudgetName, WriteKind } from "@/lib/infra/limiter/budgets";

/** A declaration whose types were checked where it is written. */
type Declared = Declaration<
  string,
  Shape | undefined,
  Shape | undefined,
  z.ZodType | null,
  boolean,
  FileField | undefined,
  never,
  never
>;
type Completed = "paginated" | "idempotent" | "secret" | "volatile" | "conditional" | "replica";

/** Path, query and body of a request, once the operation's schemas have validated them. */
type Values = Record<string, unknown>;

interface Common extends Omit<Declared, Completed | "status" | "prepare" | "run">, Required<Pick<Declared, Completed>> {
  method: Method;
  path: string;
  status: NonNullable<Declared["status"]> | 204;
  writes: WriteKind | null;
  response: ResponseKind;
  /** Requires staff of this kind: anyone else gets a 403 for every request. */
  staff?: StaffKind;
  /** A budget spent before the body is read: of the account, or of whom `budgetPer` names. */
  budget?: BudgetName;
  /** As declared: the pipeline passes what the declaration's schemas have validated, and what `prepare` returned. */
  prepare?(ctx: VisitorContext, input: Values): Promise<unknown>;
  run(ctx: VisitorContext, input: Values, prepared?: unknown): Promise<unknown>;
}

/** Complete JSON, or a stream: server-sent events, the entries of one large object, or the files of a ZIP archive. */
type ResponseKind = "json" | "events" | "entries" | "archive";

/** What only the documentation of the public API says of an operation. */
interface Documentation {
  summary: string;
  description?: string;
  /** An example body that works unchanged. */
  example?: Record<string, unknown>;
  /** Errors beyond those that lib/openapi/document/failures.ts derives, such as `not_found` for a path parameter. */
  errors?: readonly DomainErrorCode[];
}

/** An operation of the public API. `scope: null` needs no key. */
export interface ApiOperation extends Common, Documentation {
  channel: "api";
  scope: Scope | null;
  /** Set if it will be removed; names the replacement. */
  deprecated?: Deprecation;
  /** It creates or advances the sandbox itself, and is not an act inside it. */
  keepsSandbox?: boolean;
}

/** A route for the browser. `session` says whether callers must be signed in, may be, or need no session. */
export interface SessionOperation extends Common {
  channel: "session";
  session: "none" | "optional" | "required";
  /** Whose calls `budget` counts. Per IP, it is spent before the session is read (docs/contract.md#rate-limits). */
  budgetPer: "ip" | "user";
  /** Returned with status 200 instead of a 429. */
  whenLimited?: unknown;
  cacheControl?: string;
  /** Requires a recent proof of identity (docs/contract.md#second-factors). */
  stepUp?: boolean;
  /** Whether this deployment offers it; if not, the path does not exist. Always offered by default. */
  available?(): boolean;
  archiveName?: string;
}

/** Declares an operation of the public API. Handler, documentation, client and tests derive from this value. */
export function apiOperation<
  Route extends `${Method} /api/v1/${string}`,
  const R extends z.ZodType | null,
  Q extends Shape | undefined = undefined,
  B extends Shape | undefined = undefined,
  const Paged extends boolean = false,
  const F extends FileField | undefined = undefined,
  P = undefined,
>(
  route: Route,
  declared: Declaration<Route, Q, B, R, Paged, F, Context, P> &
    Pick<ApiOperation, keyof Documentation | "scope" | "deprecated" | "keepsSandbox" | "budget" | "staff"> &
    Writes<Route>,
): ApiOperation & Signature<Route, Q, B, R, Paged> {
  return complete<ApiOperation>(route, { channel: "api", idempotent: !route.startsWith("GET ") }, declared);
}

export function sessionOperation<
  Route extends `${Method} /api/${string}`,
  const R extends z.ZodType | null,
  Q extends Shape | undefined = undefined,
  B extends Shape | undefined = undefined,
  const Paged extends boolean = false,
  const F extends FileField | undefined = undefined,
  const S extends "none" | "optional" | "required" = "required",
  P = undefined,
>(
  route: Route,
  declared: Declaration<Route, Q, B, R, Paged, F, S extends "required" ? Context : VisitorContext, P> & {
    session?: S;
    budgetPer?: SessionOperation["budgetPer"];
    whenLimited?: z.input<NonNullable<R>>;
  } & Pick<SessionOperation, "budget" | "cacheControl" | "staff" | "stepUp" | "available"> &
    Writes<Route>,
): SessionOperation & Signature<Route, Q, B, R, Paged> {
  return complete<SessionOperation>(route, { channel: "session", session: "required", budgetPer: "ip" }, declared);
}

/**
 * Declares the session route of an operation, at the same path without `v1`; `optional` if its `run` also serves
 * visitors.
 */
export function sessionRoute(api: ApiOperation, session: SessionOperation["session"] = "required"): SessionOperation {
  const { scope: _scope, deprecated: _deprecated, keepsSandbox: _keepsSandbox, ...shared } = api;
  return { ...shared, channel: "session", path: api.path.replace("/api/v1/", "/api/"), session, budgetPer: "user" };
}

/** Declares the session routes of a group of operations. @param optional those that also serve visitors */
export function sessionRoutes<Name extends string>(
  group: Record<Name, ApiOperation>,
  optional: readonly NoInfer<Name>[] = [],
): Record<Name, SessionOperation> {
  const routes = Object.entries<ApiOperation>(group).map(([name, api]) => {
    const session = optional.includes(name as Name) ? "optional" : "required";
    return [name, sessionRoute(api, session)];
  });
  return Object.fromEntries(routes) as Record<Name, SessionOperation>;
}

const DEFAULTS = {
  paginated: false,
  idempotent: false,
  secret: false,
  volatile: [],
  conditional: false,
  writes: null,
  response: "json",
  replica: false,
} as const satisfies Partial<Common>;

/** Completes a declaration with the defaults. The declaration's types are checked where it is written. */
export function complete<O extends ApiOperation | SessionOperation>(
  route: string,
  defaults: Partial<O>,
  declared: object,
): O {
  const [method, path] = route.split(" ");
  const status = "returns" in declared && declared.returns === null ? 204 : 200;
  return { ...DEFAULTS, status, ...defaults, ...declared, method, path } as unknown as O;
}
