import type { z } from "zod";
import type { Scope } from "@/lib/domain/accounts/keys/scopes";
import type { Page } from "@/lib/domain/kernel/page/schema";
import type { PreparedBody } from "@/lib/http/response/prepared-body";
import type { BudgetName, WriteKind } from "@/lib/infra/limiter/budgets";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export type Shape = z.ZodObject;
/** The path parameters of a route: `{ id: string }` for `/posts/{id}`. */
type PathParams<Route extends string> = Route extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name]: string } & PathParams<Rest>
  : unknown;
type Output<S extends Shape | undefined> = S extends Shape ? z.output<S> : unknown;
/** Path, query and body merged into one object: no operation has two fields with the same name. */
type Input<
  Route extends string,
  Q extends Shape | undefined,
  B extends Shape | undefined,
  Paged,
  F,
> = PathParams<Route> &
  Output<Q> &
  Output<B> &
  (Paged extends true ? { limit: number; cursor?: string } : unknown) &
  (F extends FileField ? { file: UploadedFile } : unknown);
type Result<R extends z.ZodType | null, Paged> = R extends z.ZodType
  ? Paged extends true
    ? Page<z.input<R>>
    : z.input<R>
  : void;

type SentFields<S extends Shape | undefined> = S extends Shape ? z.input<S> : unknown;

/** The types of an operation's input and output, for the typed client. They exist at compile time only. */
export interface Signature<
  Route extends string,
  Q extends Shape | undefined,
  B extends Shape | undefined,
  R extends z.ZodType | null,
  Paged,
> {
  readonly signature?: {
    route: Route;
    input: PathParams<Route> &
      SentFields<Q> &
      SentFields<B> &
      (Paged extends true ? { limit?: number; cursor?: string } : unknown);
    output: Result<R, Paged>;
  };
}

/** The single file of a `multipart/form-data` request. */
export interface FileField {
  field: string;
  maxBytes: number;
  description: string;
}

export interface UploadedFile {
  bytes: Buffer;
  /** SHA-256, in hex. */
  digest: string;
}

export interface Declaration<
  Route extends string,
  Q extends Shape | undefined,
  B extends Shape | undefined,
  R extends z.ZodType | null,
  Paged,
  F,
  C,
  P,
> {
  /** Query parameters. `paginated` adds those for pagination. */
  query?: Q;
  /** The scopes that values of the query's `include` require, besides the operation's own. */
  includes?: Readonly<Record<string, Scope>>;
  /** The JSON body, a strict object; with `file`, the form's other fields. */
  body?: B;
  file?: F;
  /** The schema of a successful response, or of one item where `paginated`; null means an empty body, with a 204. */
  returns: R;
  status?: 200 | 201 | 202;
  /**
   * Another success, with its own status, for the results that it recognizes. They have every field of the first, which
   * clients read either way.
   */
  alternative?: { status: 202; returns: z.ZodType; recognizes(result: object): boolean };
  paginated?: Paged;
  /** Accepts an `Idempotency-Key`: by default, every write of the public API does. */
  idempotent?: boolean;
  /** The response contains a secret, so the copy stored for idempotency is encrypted. */
  secret?: boolean;
  /** Number fields that change when a resource is read; the ETag ignores them. */
  volatile?: readonly string[];
  /** Returns a version of the resource that changes only with edits. The ETag of its responses begins with it. */
  version?(resource: Result<R, Paged>): string;
  /** Accepts `If-Match`: `run` receives the versions in it as `versions`. */
  conditional?: boolean;
  /**
   * Whether a replica of the database may serve it: lists and single resources may be, but not balances, nor anything
   * that an act or an event stream is compared with. `run` then reads with `read`.
   */
  replica?: boolean;
  /**
   * Slow work that does not touch the database, such as decoding. Runs on the validated input before any transaction is
   * open, and is skipped when the response is already stored. `run` receives its result.
   */
  prepare?(ctx: C, input: Input<Route, Q, B, Paged, F>): Promise<P>;
  run(ctx: C, input: Input<Route, Q, B, Paged, F>, prepared: P): Promise<Result<R, Paged> | PreparedBody>;
}

/** Required for writes: one that is not a user's, or is counted differently, declares null and names another budget. */
export type Writes<Route extends string> = Route extends `GET ${string}`
  ? { writes?: never }
  : { writes: WriteKind } | { writes: null; budget: BudgetName };
