import type { Handlers, MountContext } from "@/lib/http/handlers";
import type { Method } from "@/lib/http/declaration";
import type { ApiOperation } from "@/lib/http/operation";
import { serve } from "@/lib/http/pipeline/serve";
import type { ApiErrorCode } from "@/lib/http/response/error-guide";
import { env } from "@/lib/infra/environment/env";
import { CONFIRM, FROM_CHARACTER, IDEMPOTENCY_KEY, operationNamed, type Tool } from "@/lib/openapi/tools";
import { isListPage, itemsThatFit, shortened, enveloped, plainJson, type ToolResult } from "./envelope";
import { remedyFor } from "./remedies";
import type { Selection } from "./selection";

export interface Caller {
  request: Request;
  mount: MountContext;
  selection: Selection;
  /** Called before an operation runs. The operation spends a call of the key's quota itself. */
  onOperation(tool: Tool): void;
}

export type Arguments = Readonly<Record<string, unknown>>;

interface ApiError {
  code: string;
  message: string;
  request_id?: string;
  errors?: { param: string; message: string }[];
}

interface Answer {
  status: number;
  body: unknown;
  retryAfter: string | null;
}

/** Runs a tool's operation through the API's own pipeline, and wraps the response. */
export async function callTool(tool: Tool, given: Arguments, caller: Caller): Promise<ToolResult> {
  const { name } = tool.listed;
  const problem = problemWith(tool, given, caller.selection);
  if (problem) return failure(name, problem);
  const answer = await ask(tool, given, caller);
  if (answer.status >= 400) return apiFailure(name, answer);
  const result = await withinPage(tool, given, caller, answer);
  const from = typeof given[FROM_CHARACTER] === "number" ? given[FROM_CHARACTER] : 0;
  const { value, textLength, listLength } = shortened(result ?? { done: true }, from);
  const continuable = FROM_CHARACTER in tool.listed.inputSchema.properties;
  const notes = [
    isListPage(value) && value.nextCursor !== null && "There is more: call again with the cursor in nextCursor.",
    textLength !== undefined &&
      `Long texts were cut to ${textLength} characters.${continuable ? ` Call again with ${FROM_CHARACTER}: ${from + textLength} to read on.` : ""}`,
    listLength !== undefined && `Long lists were cut to ${listLength} items.`,
  ];
  return enveloped(
    name,
    value,
    notes.filter((note) => note !== false),
  );
}

/** Returns the question to the user before an operation that cannot be undone. */
export function questionOf({ listed }: Tool, given: Arguments): string {
  const about = Object.entries(given).filter(([name]) => name !== CONFIRM);
  const details = about.map(([name, value]) => shown([`${name}: ${text(value)}`]));
  return `${[listed.title, ...details].join("\n")}\n\nThis cannot be undone.`;
}

/** Returns the result of a call that the user did not agree to. */
export const declinedByUser = ({ listed: { name } }: Tool): ToolResult =>
  failure(name, {
    code: "not_confirmed",
    message: "Your user does not want this.",
    remedy: "Leave it, unless they ask for it again.",
  });

/**
 * Returns why a call does not reach its operation: because of the connection's settings, or of the tool's own
 * arguments.
 */
export function problemWith({ listed, isWrite, isFinal }: Tool, given: Arguments, { mayWrite }: Selection) {
  const { properties, required } = listed.inputSchema;
  if (isWrite && !mayWrite)
    return {
      code: "read_only",
      message: "This connection only reads.",
      remedy: `Ask your user to connect to ${env().siteUrl}/mcp?write=true, or with the header X-MCP-Write: true.`,
    };
  if (isFinal && given[CONFIRM] !== true)
    return {
      code: "not_confirmed",
      message: `This cannot be undone${mistaken(given[CONFIRM])}.`,
      remedy: `Ask your user. If they agree, call again with ${CONFIRM}: true.`,
    };
  const missing = required.filter((name) => given[name] === undefined);
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(properties, name));
  const from = given[FROM_CHARACTER] ?? 0;
  const isFromWrong = FROM_CHARACTER in properties && !(Number.isSafeInteger(from) && Number(from) >= 0);
  if (missing.length + unknown.length === 0 && !isFromWrong) return undefined;
  return {
    code: "invalid_request",
    message: [
      missing.length > 0 && `Missing: ${missing.join(", ")}.`,
      unknown.length > 0 && `Not an argument: ${shown(unknown)}.`,
      isFromWrong && `${FROM_CHARACTER} must be a whole number from 0, without quotes.`,
    ]
      .filter(Boolean)
      .join(" "),
    remedy: `It takes ${Object.keys(properties).join(", ") || "no arguments"}.`,
  };
}

/** Says why a confirmation does not count: models send "true" as well. */
const mistaken = (confirm: unknown) =>
  typeof confirm === "string" ? `, and ${CONFIRM} is a text: it must be true, without quotes` : "";

/** The result. If a page exceeds the size limit, it is read again with fewer items; its cursor leads to the rest. */
async function withinPage(tool: Tool, given: Arguments, caller: Caller, { body }: Answer): Promise<unknown> {
  const limit = !tool.isWrite && isListPage(body) ? itemsThatFit(body) : undefined;
  if (limit === undefined) return body;
  const smaller = await ask(tool, { ...given, limit }, caller);
  return smaller.status < 400 ? smaller.body : body;
}

async function ask(tool: Tool, given: Arguments, caller: Caller): Promise<Answer> {
  const operation = operationNamed(tool.operation);
  const { request, params } = requestOf(operation, given, caller.request);
  caller.onOperation(tool);
  const response = await handlersOf(operation)[operation.method](request, { ...caller.mount, params });
  const text = await response.text();
  return {
    status: response.status,
    body: text === "" ? undefined : JSON.parse(text),
    retryAfter: response.headers.get("retry-after"),
  };
}

const handlers = new WeakMap<ApiOperation, Handlers>();

function handlersOf(operation: ApiOperation): Handlers {
  const known = handlers.get(operation) ?? serve(operation);
  handlers.set(operation, known);
  return known;
}

const CREDENTIALS = ["authorization", "x-api-key"];

/** The request that an API client would send to the operation. */
function requestOf({ method, path, query, paginated, body }: ApiOperation, given: Arguments, outer: Request) {
  const fields = { ...given };
  const taken = (name: string) => {
    const { [name]: value } = fields;
    delete fields[name];
    return value;
  };
  const key = taken(IDEMPOTENCY_KEY);
  taken(CONFIRM);
  taken(FROM_CHARACTER);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const params = Object.fromEntries(names.map((name) => [name, text(taken(name))]));
  const url = new URL(
    path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!)),
    env().siteUrl,
  );
  for (const name of [...Object.keys(query?.shape ?? {}), ...(paginated ? ["limit", "cursor"] : [])]) {
    const value = taken(name);
    if (value !== undefined && value !== null) url.searchParams.set(name, text(value));
  }
  const headers = new Headers();
  for (const name of CREDENTIALS) {
    const value = outer.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (key !== undefined) headers.set("Idempotency-Key", header(key));
  const json = body && method !== ("GET" satisfies Method) ? JSON.stringify(fields) : undefined;
  if (json !== undefined) headers.set("Content-Type", "application/json");
  return { request: new Request(url, { method, headers, body: json, signal: outer.signal }), params };
}

/** An argument as part of a URL, where the pipeline validates it: only scalars can be valid there. */
const text = (value: unknown) => (typeof value === "object" ? JSON.stringify(value) : String(value)).toWellFormed();

/** An argument as a header value; empty, and so invalid, if it has characters that a header cannot contain. */
const header = (value: unknown) => (typeof value === "string" && /^[\x20-\x7e]+$/.test(value) ? value : "");

interface Problem {
  code: string;
  message: string;
  remedy: string;
  errors?: { param: string; message: string }[];
  request_id?: string;
}

/** Maps the API's error envelope to a tool result that says what to do. */
function apiFailure(tool: string, { body, retryAfter }: Answer): ToolResult {
  const { code, message, request_id, errors } = (body as { error: ApiError }).error;
  const wait = retryAfter === null ? "" : ` Wait ${retryAfter} s.`;
  return failure(tool, { code, message, remedy: `${remedyFor(code as ApiErrorCode)}${wait}`, errors, request_id });
}

const MAX_SHOWN = 10;
const MAX_SHOWN_LENGTH = 200;

/** An error as text for a model. Arguments that it repeats are quoted and truncated. */
function failure(tool: string, { code, message, remedy, errors = [], request_id }: Problem): ToolResult {
  const fields = errors
    .slice(0, MAX_SHOWN)
    .map(({ param, message: problem }) => `- ${shown([param])}: ${shown([problem])}`);
  const lines = [
    `${tool} failed (${code}): ${shown([message])}`,
    ...(fields.length > 1 ? fields : []),
    `What to do: ${remedy}`,
    ...(request_id ? [`request_id: ${request_id}`] : []),
  ];
  return { isError: true, content: [{ type: "text", text: lines.join("\n") }] };
}

/** Texts on one line, without characters that could pass for markup. */
function shown(texts: readonly string[]): string {
  return texts
    .slice(0, MAX_SHOWN)
    .map((one) => plainJson(one.slice(0, MAX_SHOWN_LENGTH)).slice(1, -1).replaceAll('\\"', '"'))
    .join(", ");
}
