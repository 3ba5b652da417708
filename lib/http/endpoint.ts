import type { z } from "zod";
import type { Context, VisitorContext } from "@/lib/domain/context";
import type { RefusalCode } from "@/lib/domain/errors";
import type { Scope } from "@/lib/domain/keys/scopes";
import type { Page } from "@/lib/domain/page";
import type { BudgetName } from "./rate-limit";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

type Shape = z.ZodObject;
/** `{ id: string }` of `/posts/{id}`. */
type PathParams<Route extends string> = Route extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name]: string } & PathParams<Rest>
  : unknown;
type Output<S extends Shape | undefined> = S extends Shape ? z.output<S> : unknown;
/** Path, query and body in one object: no endpoint has two of one name. */
type Input<Route extends string, Q extends Shape | undefined, B extends Shape | undefined, Paged, F> = PathParams<Route> &
  Output<Q> &
  Output<B> &
  (Paged extends true ? { limit: number; cursor?: string } : unknown) &
  (F extends FileField ? { file: UploadedFile } : unknown);
type Answer<R extends z.ZodType | null, Paged> = R extends z.ZodType
  ? Paged extends true
    ? Page<z.input<R>>
    : z.input<R>
  : void;

/** The one file of a `multipart/form-data` request. */
export interface FileField {
  field: string;
  /** Bytes. */
  maxBytes: number;
  description: string;
}

export interface UploadedFile {
  bytes: Buffer;
  /** SHA-256 in hex. */
  digest: string;
}

interface Declaration<Route extends string, Q extends Shape | undefined, B extends Shape | undefined, R extends z.ZodType | null, Paged, F, C, P> {
  summary: string;
  description?: string;
  /** The query's parameters; those of a page come with `paginated`. */
  query?: Q;
  /** The JSON body, a strict object. With `file`, the form's other fields. */
  body?: B;
  file?: F;
  /** What a success answers: the schema of one item where `paginated`; null is an empty body. */
  returns: R;
  status?: 200 | 201 | 204;
  paginated?: Paged;
  /** Takes an `Idempotency-Key`. */
  idempotent?: boolean;
  /** The answer holds a secret, so what idempotency keeps of it is sealed. */
  secret?: boolean;
  /** A body that a reader can send as it stands. */
  example?: Record<string, unknown>;
  /** Refusals beyond those that every endpoint of its kind can give. */
  errors?: readonly RefusalCode[];
  /** Number fields that change by being looked at: the ETag ignores them. */
  volatile?: readonly string[];
  /**
   * What takes long and changes nothing in the database, such as decoding: runs on the checked input before any transaction
   * is open, and not for a request whose answer is stored. `run` is given its result.
   */
  prepare?(ctx: C, input: Input<Route, Q, B, Paged, F>): Promise<P>;
  run(ctx: C, input: Input<Route, Q, B, Paged, F>, prepared: P): Promise<Answer<R, Paged>>;
}

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
}

/** An operation of the public API. `scope: null` needs no key. */
export interface ApiEndpoint extends Common {
  door: "api";
  scope: Scope | null;
  /** A budget beside the key's own, of the account: a new key is no new budget. */
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
>(route: Route, declared: Declaration<Route, Q, B, R, Paged, F, Context, P> & { scope: Scope | null; budget?: BudgetName }): ApiEndpoint {
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
  },
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

/**
 * The browser's twin of an operation of the API: the same act at the path without `v1`, for who is signed in. What its
 * `run` shows to visitors as well may be declared `optional`.
 */
export function twin(api: ApiEndpoint, session: AppEndpoint["session"] = "required"): AppEndpoint {
  const { scope: _scope, ...shared } = api;
  return { ...shared, door: "app", path: api.path.replace("/api/v1/", "/api/"), session, budgetPer: "user" };
}

function common<D extends Omit<Common, "method" | "path" | "status" | "paginated" | "idempotent" | "secret" | "errors" | "volatile"> & Partial<Common> & { prepare?: unknown; run: unknown }>(
  route: string,
  declared: D,
) {
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
    prepare: declared.prepare as ((ctx: never, input: never) => Promise<unknown>) | undefined,
    run: declared.run as (ctx: never, input: never, prepared?: never) => Promise<unknown>,
  };
}
