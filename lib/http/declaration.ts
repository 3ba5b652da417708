import type { z } from "zod";
import type { RefusalCode } from "@/lib/domain/errors";
import type { Page } from "@/lib/domain/page";
import type { BudgetName } from "./rate-limit";
import type { WriteKind } from "./write-budgets";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export type Shape = z.ZodObject;
/** `{ id: string }` of `/posts/{id}`. */
type PathParams<Route extends string> = Route extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name]: string } & PathParams<Rest>
  : unknown;
type Output<S extends Shape | undefined> = S extends Shape ? z.output<S> : unknown;
/** Path, query and body in one object: no endpoint has two of one name. */
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

/**
 * The account's budget that a write spends. An operation that is no person's write, or counts in a way of its own, says
 * null and names another budget: the compiler accepts no write without one.
 */
export type Writes<Route extends string> = Route extends `GET ${string}`
  ? { writes?: never }
  : { writes: WriteKind } | { writes: null; budget: BudgetName };
