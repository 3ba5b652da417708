import type { z } from "zod";
import type { Context, VisitorContext } from "@/lib/domain/context";
import type { RefusalCode } from "@/lib/domain/errors";
import type { Scope } from "@/lib/domain/keys/scopes";
import type { Declaration, FileField, Method, Shape, Writes } from "./declaration";
import type { JsonEntries } from "./json-stream";
import type { BudgetName } from "./rate-limit";
import type { WriteKind } from "./write-budgets";

interface Common {
  method: Method;
  path: string;
  summary: string;
  description?: string;
  query?: Shape;
  body?: Shape;
  file?: FileField;
  returns: z.ZodType | null;
  status: 200 | 201 | 204;
  paginated: boolean;
  idempotent: boolean;
  secret: boolean;
  example?: Record<string, unknown>;
  errors: readonly RefusalCode[];
  volatile: readonly string[];
  writes: WriteKind | null;
}

/** An operation of the public API. `scope: null` needs no key. */
export interface ApiEndpoint extends Common {
  door: "api";
  scope: Scope | null;
  /** A budget of the account, spent before the body is read. */
  budget?: BudgetName;
  prepare?(ctx: Context, input: never): Promise<unknown>;
  run(ctx: Context, input: never, prepared?: never): Promise<unknown>;
}

/** A route for the browser: nobody, anybody or only somebody signed in may call it. */
export interface AppEndpoint extends Common {
  door: "app";
  session: "none" | "optional" | "required";
  budget?: BudgetName;
  /** Whose calls `budget` counts. Per IP it is spent before the session is looked at (8). */
  budgetPer: "ip" | "user";
  /** Answered with 200 in place of a 429. */
  whenLimited?: unknown;
  cacheControl?: string;
  /** `run` gives the entries of an object that is too large to be held. */
  streamed?: boolean;
  prepare?(ctx: never, input: never): Promise<unknown>;
  run(ctx: never, input: never, prepared?: never): Promise<unknown>;
}

/** Declares an operation of the public API: handler, documentation, client and tests come from this value. */
export function endpoint<
  Route extends `${Method} /api/v1/${string}`,
  const R extends z.ZodType | null,
  Q extends Shape | undefined = undefined,
  B extends Shape | undefined = undefined,
  const Paged extends boolean = false,
  const F extends FileField | undefined = undefined,
  P = undefined,
>(
  route: Route,
  declared: Declaration<Route, Q, B, R, Paged, F, Context, P> & {
    scope: Scope | null;
    budget?: BudgetName;
  } & Writes<Route>,
): ApiEndpoint {
  return { ...common(route, declared), door: "api", scope: declared.scope, budget: declared.budget };
}

/** Declares a route for the browser. */
export function appEndpoint<
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
    budget?: BudgetName;
    budgetPer?: "ip" | "user";
    whenLimited?: z.input<NonNullable<R>>;
    cacheControl?: string;
  } & Writes<Route>,
): AppEndpoint {
  return {
    ...common(route, declared),
    door: "app",
    session: declared.session ?? "required",
    budget: declared.budget,
    budgetPer: declared.budgetPer ?? "ip",
    whenLimited: declared.whenLimited,
    cacheControl: declared.cacheControl,
  };
}

/** Declares a route for the browser, for who is signed in, whose answer is sent as it is produced. */
export function streamedEndpoint(
  route: `GET /api/${string}`,
  {
    run,
    ...declared
  }: Pick<AppEndpoint, "summary"> & { returns: z.ZodRecord; budget?: BudgetName; run(ctx: Context): JsonEntries },
): AppEndpoint {
  const started = async (ctx: Context) => run(ctx);
  return {
    ...common(route, { ...declared, run: started }),
    door: "app",
    session: "required",
    budget: declared.budget,
    budgetPer: "user",
    streamed: true,
  };
}

/**
 * The browser's twin of an operation of the API: the same act at the path without `v1`, for who is signed in. What its
 * `run` shows to visitors as well may be declared `optional`.
 */
export function twin(api: ApiEndpoint, session: AppEndpoint["session"] = "required"): AppEndpoint {
  const { scope: _scope, ...shared } = api;
  return { ...shared, door: "app", path: api.path.replace("/api/v1/", "/api/"), session, budgetPer: "user" };
}

function common<
  D extends Omit<
    Common,
    "method" | "path" | "status" | "paginated" | "idempotent" | "secret" | "errors" | "volatile" | "writes"
  > &
    Partial<Common> & { prepare?: unknown; run: unknown },
>(route: string, declared: D) {
  const [method, path] = route.split(" ") as [Method, string];
  return {
    method,
    path,
    summary: declared.summary,
    description: declared.description,
    query: declared.query,
    body: declared.body,
    file: declared.file,
    returns: declared.returns,
    status: declared.status ?? 200,
    paginated: declared.paginated ?? false,
    idempotent: declared.idempotent ?? false,
    secret: declared.secret ?? false,
    example: declared.example,
    errors: declared.errors ?? [],
    volatile: declared.volatile ?? [],
    writes: declared.writes ?? null,
    prepare: declared.prepare as ((ctx: never, input: never) => Promise<unknown>) | undefined,
    run: declared.run as (ctx: never, input: never, prepared?: never) => Promise<unknown>,
  };
}
