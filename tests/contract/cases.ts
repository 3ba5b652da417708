import type { OperationName } from "@/lib/api/v1";
import { OPERATIONS } from "@/lib/openapi/document/openapi-document";
import type { ApiOperation } from "@/lib/http/operation";
import { type Received, send, type Sending } from "@/tests/support/api";
import type { Account } from "@/tests/support/api-accounts";

/** What a request of an operation carries beyond its key. */
export interface Ask {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  file?: Blob;
}

/** Makes what a successful request needs, and the request. Each call gives one that succeeds anew. */
export type Fixture = (account: Account) => Ask | Promise<Ask>;

/** A paginated list that an account reads. */
export interface List {
  ask: Ask;
  /** Adds rows that stand at this moment in the list. Answers what each is known by, in no order. */
  add(count: number, at: Date): Promise<string[]>;
  identity(item: never): string;
  /** Whether other tests add to it at the same time. */
  isShared?: boolean;
}

export interface Case {
  name: OperationName;
  operation: ApiOperation;
}

export const CASES: Case[] = OPERATIONS.map(({ id, operation }) => ({ name: id as OperationName, operation }));
export const KEYED_CASES = CASES.filter(({ operation }) => operation.scope !== null);

/** Sends what the fixture asks, changed as the test wants it. */
export function ask(
  { method, path, file }: ApiOperation,
  { params = {}, query, body, file: blob }: Ask,
  changes: Sending = {},
): Promise<Received> {
  const address = path.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(params[name] ?? ""));
  if (!file) return send(address, { method, query, json: body, ...changes });
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) form.set(name, String(value));
  form.set(file.field, blob ?? new Blob([]), "picture.png");
  return send(address, { method, query, form, ...changes });
}

/** The same address with names in it that name nothing. */
export function nowhere({ path }: ApiOperation): Record<string, string> {
  return Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, "names_nothing"]));
}
