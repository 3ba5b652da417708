import type { InputOf, OutputOf, Route } from "@/lib/client/routes";

type Mark = "like" | "repost" | "bookmark" | "follow";

/**
 * What may wait for a connection. All of it takes an idempotency key, or changes nothing the second time. Bets are not
 * among it: they need an answer.
 */
export type DeferrableRoute =
  | Extract<Route, `${"POST" | "DELETE"} ${string}/${Mark}`>
  | "POST /api/posts"
  | "POST /api/posts/{id}/comments"
  | "POST /api/rooms/{code}/messages";

/** Something that somebody did, on its way to the server. */
export interface Act {
  /** Its idempotency key: of the click, and of every attempt. */
  key: string;
  /** The account whose act it is. */
  account: string;
  route: DeferrableRoute;
  input: object;
  /** What it is to its author: "Your post “…”". */
  label: string;
  /** When it was done, in milliseconds since 1970. */
  at: number;
}

export interface StoredAct extends Act {
  /** Its place in the order of acts. */
  id: number;
  /** When it was sent first; null if it never was. */
  sentAt: number | null;
  /** Why it will not be sent by itself; null while it waits. */
  failure: string | null;
}

export type ActInput<R extends DeferrableRoute> = InputOf<R>;
export type ActOutput<R extends DeferrableRoute> = OutputOf<R>;

/** Keeps acts in this browser, in their order, through reloads and crashes. */
export interface ActStore {
  /** @param replaced the id of an act that this one takes the place of */
  add(act: Act, replaced?: number): Promise<void>;
  list(account: string): Promise<StoredAct[]>;
  /** The accounts that have any. */
  accounts(): Promise<string[]>;
  /** Resolves to false if it is not stored any more. */
  update(id: number, change: Partial<Pick<StoredAct, "sentAt" | "failure">>): Promise<boolean>;
  remove(id: number): Promise<void>;
}
