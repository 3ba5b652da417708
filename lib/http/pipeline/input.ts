import { createHash } from "node:crypto";
import type { z } from "zod";
import { isText } from "@/lib/domain/kernel/text/characters";
import { invalid, type Issue, notFound } from "@/lib/domain/kernel/errors";
import { pageQuery } from "@/lib/domain/kernel/page/schema";
import type { UploadedFile } from "@/lib/http/declaration";
import type { ApiOperation, SessionOperation } from "@/lib/http/operation";
import { requiredVersions } from "@/lib/http/response/etag";
import { fieldPath, fieldProblem } from "@/lib/http/body/field";
import { readForm } from "@/lib/http/body/form";
import { malformed, readJson } from "@/lib/http/body/json-body";
import { withoutUse } from "@/lib/infra/sandbox/scope";

export interface CheckedInput {
  values: Record<string, unknown>;
  /** Returns the SHA-256, in hex, of the body and file, which an idempotent retry must send again. */
  requestHash(): string;
}

/** Validates path, query and body together, so that one response names every bad field. */
export async function readInput(
  operation: ApiOperation | SessionOperation,
  request: Request,
  params: Readonly<Record<string, string>>,
): Promise<CheckedInput> {
  requireText(params);
  // A sender may take its time, and a sandbox's database is not in use meanwhile.
  const { form, body } = await withoutUse(() => readBody(operation, request));
  const issues: Issue[] = [];
  const query = checkQuery(operation, request, issues);
  const checkedBody = operation.body ? checkBody(operation.body, body, issues) : rejectFields(body, issues);
  if (issues.length > 0) throw invalid(issues);
  const file: { file?: UploadedFile } = form ? { file: form.file } : {};
  const required = operation.conditional ? { versions: requiredVersions(request) } : {};
  return {
    values: { ...query, ...checkedBody, ...file, ...params, ...required },
    requestHash: () => hashOf(canonical({ body: body ?? {}, file: form?.file.digest ?? null })),
  };
}

async function readBody({ method, file }: ApiOperation | SessionOperation, request: Request) {
  if (!file) return { body: method === "GET" ? undefined : await readJson(request) };
  const form = await readForm(request, file);
  return { form, body: form.fields };
}

function checkQuery(
  operation: ApiOperation | SessionOperation,
  request: Request,
  issues: Issue[],
): Record<string, unknown> {
  const schema = operation.paginated ? pagedQuery(operation.query) : operation.query;
  if (!schema) return {};
  const search = new URL(request.url).searchParams;
  const given: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const values = search.getAll(name);
    if (values.length > 1) issues.push({ param: name, message: `${name} is given more than once` });
    // A cursor is decoded and never stored. Its list rejects any other cursor with an error code of its own.
    else if (values[0] !== undefined && name !== "cursor" && !isText(values[0]))
      issues.push({ param: name, message: NOT_TEXT });
    else if (values[0] !== undefined) given[name] = values[0];
  }
  return check(schema, given, issues);
}

/** Each paginated query's schema, extended by the pagination parameters: building a schema costs more than using it. */
const pagedQueries = new WeakMap<z.ZodObject, z.ZodObject>();

function pagedQuery(query: z.ZodObject | undefined): z.ZodObject {
  if (!query) return pageQuery;
  const known = pagedQueries.get(query) ?? pageQuery.extend(query.shape);
  pagedQueries.set(query, known);
  return known;
}

/** Rejects fields where no body is accepted; an empty body and `{}` pass. */
function rejectFields(body: unknown, issues: Issue[]): Record<string, never> {
  if (typeof body === "object" && body !== null) {
    collectNonText(body, [], []);
    for (const key of Object.keys(body)) issues.push({ param: key, message: `${key} is not a field of this request` });
  }
  return {};
}

function checkBody(schema: z.ZodObject, body: unknown, issues: Issue[]): Record<string, unknown> {
  collectNonText(body, [], issues);
  return check(schema, body, issues);
}

function check(schema: z.ZodObject, value: unknown, issues: Issue[]): Record<string, unknown> {
  const result = schema.safeParse(value, { error: fieldProblem });
  if (result.success) return result.data;
  const named = new Set(issues.map((issue) => issue.param));
  for (const issue of result.error.issues) {
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys)
        issues.push({ param: fieldPath([...issue.path, key]), message: `${key} is not a field of this request` });
    } else {
      const param = fieldPath(issue.path);
      if (!named.has(param)) issues.push({ param, message: issue.message });
    }
  }
  return {};
}

const NOT_TEXT = "contains characters that are not text, such as NUL";

/**
 * Rejects path parameters that are not text, so that nothing can have them.
 * @throws DomainError `not_found`
 */
export function requireText(params: Readonly<Record<string, string>>): void {
  if (!Object.values(params).every(isText)) throw notFound();
}

/** Maximum nesting. Our deepest field is a list of strings; a body of mere brackets must not exhaust the stack. */
const MAX_DEPTH = 16;

/** Maximum number of values. Real bodies have under a tenth of this, and each invalid value becomes an issue. */
const MAX_VALUES = 2000;

/**
 * Rejects a value with strings that are not text.
 * @throws DomainError `invalid_request` that names every such string
 */
export function requireTextValues(value: unknown): void {
  const issues: Issue[] = [];
  collectNonText(value, [], issues);
  if (issues.length > 0) throw invalid(issues);
}

/** Rejects a value that is nested too deeply, or contains too many values, to be traversed. @throws DomainError */
export function requireTraversable(value: unknown): void {
  collectNonText(value, [], []);
}

function collectNonText(value: unknown, path: PropertyKey[], issues: Issue[], seen = { values: 0 }): void {
  if (path.length > MAX_DEPTH) throw malformed("The body is nested too deeply.");
  seen.values += 1;
  if (seen.values > MAX_VALUES) throw malformed(`The body has more than ${MAX_VALUES} values.`);
  if (typeof value === "string") {
    if (!isText(value)) issues.push({ param: fieldPath(path), message: NOT_TEXT });
  } else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value))
      collectNonText(inner, [...path, Array.isArray(value) ? Number(key) : key], issues, seen);
  }
}

/** Serializes JSON with sorted keys, so that equal requests have equal text. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
