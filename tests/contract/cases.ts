import type { OperationName } from "@/lib/api/v1";
import { OPERATIONS } from "@/lib/openapi/document/openapi-document";
import type { ApiOperation } from "@/lib/http/operation";
import { type Received, send, type Sending } from "@/tests/support/api";
import type { Account } from "@/tests/support/api-accounts";

/** The parts of an operation's request besides its key. */
export interface Ask {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
  file?: Blob;
}

/** Prepares a request that will succeed, and returns it. Each call prepares a new one. */
export type Fixture = (account: Account) => Ask | Promise<Ask>;

/** A paginated list that an account reads. */
export interface List {
  ask: Ask;
  /** Adds rows with this time to the list. Returns what identifies each, in no order. */
  add(count: number, at: Date): Promise<string[]>;
  identity(item: never): string;
  /** Whether other tests add to it concurrently. */
  isShared?: boolean;
}

export interface Case {
  name: OperationName;
  operation: ApiOperation;
}

export const CASES: Case[] = OPERATIONS.map(({ id, operation }) => ({ name: id as OperationName, operation }));
export const KEYED_CASES = CASES.filter(({ operation }) => operation.scope !== null);

/** Sends the request of the fixture, with the test's changes. */
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

/** The same path with names that do not exist. */
export function nowhere({ path }: ApiOperation): Record<string, string> {
  return Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, "names_nothing"]));
}
