import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { openApiDocument } from "@/lib/openapi/document/openapi-document";
import { operationsOf, schemasOf } from "@/lib/openapi/operations";
import { pageOf } from "@/lib/openapi/document/describe-operation";
import { CASES } from "@/tests/contract/cases";
import { BASE_URL, expectError, expectStandardHeaders, type Received, send } from "@/tests/support/api";
import { attempts, RANDOM } from "@/tests/support/random";
import { findChanges, newPerson, newSlugs, type Person } from "./people";
import { type FuzzedRequest, requestsOf } from "./requests";
import { retryWhileBusy } from "./retry-while-busy";

const REQUESTS = attempts({ few: 250, many: 5_000 });
const AT_ONCE = 10;

const document = openApiDocument(BASE_URL);
const operations = operationsOf(document);

describe("whatever anybody sends", () => {
  let people: Person[];
  let slugs: string[];
  beforeAll(async () => {
    people = await Promise.all([newPerson(), newPerson(), newPerson()]);
    slugs = await newSlugs(people[0]!);
  });

  test(
    `${REQUESTS} random requests get declared responses, and change nothing of others`,
    { timeout: 600_000 },
    async () => {
      const request = requestsOf(operations, { people, slugs, schemas: schemasOf(document) });
      const together = fc.array(request, { minLength: AT_ONCE, maxLength: AT_ONCE });
      await fc.assert(
        fc.asyncProperty(together, async (requests) => {
          await Promise.all(requests.map((one) => check(one, people)));
        }),
        { ...RANDOM, numRuns: Math.ceil(REQUESTS / AT_ONCE), endOnFailure: true },
      );
      for (const person of people) expect(await findChanges(person)).toEqual([]);
    },
  );
});

async function check(request: FuzzedRequest, people: readonly Person[]): Promise<void> {
  const { operation, caller, path, query, headers, body, form, deserves } = request;
  const key = deserves === "no key" ? undefined : people[caller]?.account.key;
  const answer = await retryWhileBusy(() =>
    send(path, { method: operation.method, key, query, headers, text: body, form }),
  );
  try {
    expectStandardHeaders(answer);
    checkForm(request, answer);
    checkSecrets(
      answer,
      people.filter((_person, index) => index !== caller),
    );
  } catch (error) {
    throw new Error(
      `${operation.method} ${path}?${String(new URLSearchParams(query))} ${body ?? ""} → ${answer.status} ${answer.text.slice(0, 500)}\n${String(error)}`,
      { cause: error },
    );
  }
}

function checkForm({ operation, deserves }: FuzzedRequest, answer: Received): void {
  if (answer.status >= 400) {
    const codes = operation.errors.find(({ status }) => status === answer.status)?.codes ?? [];
    const { error } = answer.json as { error: { code: string } };
    expect(codes).toContain(error.code);
    expectError(answer, answer.status, error.code);
    expect(answer.status).toBeLessThan(500);
    if (deserves === "no key") expect(answer.status).toBe(401);
    // Only editors may write articles, and only hosts change rooms, whatever is sent.
    if (deserves === "refusal" && error.code !== "forbidden") expect([400, 404]).toContain(answer.status);
    return;
  }
  expect(deserves).toBe("unknown");
  if (answer.status === 304) return expect(answer.text).toBe("");
  expect(answer.status).toBe(operation.response.status);
  const { operation: declared } = CASES.find(({ name }) => name === operation.id)!;
  if (declared.returns === null) return expect(answer.text).toBe("");
  const schema = declared.paginated ? pageOf(declared.returns) : declared.returns;
  expect(answer.json).toEqual(schema.parse(answer.json));
}

function checkSecrets({ text, headers }: Received, others: readonly Person[]): void {
  const seen = text + JSON.stringify([...headers]);
  for (const { mark } of others) expect(seen).not.toContain(mark);
}
