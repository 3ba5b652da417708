import type { z } from "zod";
import { invalid, type Issue, notFound } from "@/lib/domain/errors";
import { pageQuery } from "@/lib/domain/page";
import type { UploadedFile } from "./declaration";
import type { ApiEndpoint, AppEndpoint } from "./endpoint";
import { fieldPath, fieldProblem } from "./field";
import { readForm } from "./form";
import { malformed, readJson } from "./json-body";

/** What reached the endpoint, checked; `fingerprint` is what an idempotent retry must send again. */
export interface CheckedInput {
  values: Record<string, unknown>;
  fingerprint: string;
}

/** Next gives none where the path has none, and a list for a catch-all segment, which no endpoint has. */
export type PathParams = Record<string, string | string[] | undefined> | undefined;

/** Reads and checks path, query and body together, so that one answer names every bad field. */
export async function readInput(
  endpoint: ApiEndpoint | AppEndpoint,
  request: Request,
  params: PathParams = {},
): Promise<CheckedInput> {
  if (Object.values(params).some((value) => typeof value !== "string" || isUnstorable(value))) throw notFound();
  const form = endpoint.file ? await readForm(request, endpoint.file) : undefined;
  const body = form ? form.fields : endpoint.method === "GET" ? undefined : await readJson(request);
  const issues: Issue[] = [];
  const query = checkQuery(endpoint, new URL(request.url).searchParams, issues);
  const checkedBody = endpoint.body ? check(endpoint.body, body, issues) : rejectFields(body, issues);
  if (issues.length > 0) throw invalid(issues);
  const file: { file?: UploadedFile } = form ? { file: form.file } : {};
  return {
    values: { ...query, ...checkedBody, ...file, ...params },
    fingerprint: canonical({ body: body ?? {}, file: form?.file.digest ?? null }),
  };
}

function checkQuery(
  endpoint: ApiEndpoint | AppEndpoint,
  search: URLSearchParams,
  issues: Issue[],
): Record<string, unknown> {
  const schema = endpoint.paginated
    ? endpoint.query
      ? pageQuery.extend(endpoint.query.shape)
      : pageQuery
    : endpoint.query;
  if (!schema) return {};
  const given: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const values = search.getAll(name);
    if (values.length > 1) issues.push({ param: name, message: `${name} is given more than once` });
    else if (values[0] !== undefined && isUnstorable(values[0])) issues.push({ param: name, message: UNSTORABLE });
    else if (values[0] !== undefined) given[name] = values[0];
  }
  return check(schema, given, issues);
}

/** A body where none is taken: empty or `{}` passes. */
function rejectFields(body: unknown, issues: Issue[]): Record<string, never> {
  if (typeof body === "object" && body !== null) {
    collectUnstorable(body, [], []);
    for (const key of Object.keys(body)) issues.push({ param: key, message: `${key} is not a field of this request` });
  }
  return {};
}

function check(schema: z.ZodObject, value: unknown, issues: Issue[]): Record<string, unknown> {
  collectUnstorable(value, [], issues);
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

const UNSTORABLE = "contains characters that are not text (NUL or half of a surrogate pair)";

/** Text that the database cannot hold. */
export const isUnstorable = (text: string) => text.includes("\0") || !text.isWellFormed();

/** No field of ours is deeper than a list of strings; a body of brackets alone must not exhaust the stack. */
const MAX_DEPTH = 16;

/** No body of ours has a tenth as many; each that is wrong would be an issue of its own. */
const MAX_VALUES = 2000;

function collectUnstorable(value: unknown, path: PropertyKey[], issues: Issue[], seen = { values: 0 }): void {
  if (path.length > MAX_DEPTH) throw malformed("The body is nested too deeply.");
  seen.values += 1;
  if (seen.values > MAX_VALUES) throw malformed(`The body has more than ${MAX_VALUES} values.`);
  if (typeof value === "string") {
    if (isUnstorable(value)) issues.push({ param: fieldPath(path), message: UNSTORABLE });
  } else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value))
      collectUnstorable(inner, [...path, Array.isArray(value) ? Number(key) : key], issues, seen);
  }
}

/** JSON with its keys in order: equal requests have equal text however they were written. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
