import { beforeAll, describe, expect, test } from "vitest";
import type { OperationName } from "@/lib/api/v1";
import type { ApiOperation } from "@/lib/http/operation";
import { PAGE_LIMIT, type Page } from "@/lib/domain/kernel/page/schema";
import { expectError, send } from "@/tests/support/api";
import { type Account, newAccount } from "@/tests/support/api-accounts";
import { sampleOf } from "@/tests/support/random";
import { ask, CASES, type List } from "./cases";
import { LISTS } from "./lists";

const PAGED = CASES.filter(({ operation }) => operation.paginated);

let account: Account;
beforeAll(async () => {
  account = await newAccount();
});

/** A cursor of each list, for the others to reject: created once, on first use. */
const cursors = new Map<string, Promise<string | null>>();

describe.each(sampleOf(PAGED, "how its pages follow each other"))("$name", ({ name, operation }) => {
  /** Shared by all tests except those that change their list. */
  let unchanged: List;
  beforeAll(async () => {
    const list = await LISTS[name]?.(await newAccount());
    if (!list) throw new Error(`${name} is paginated and needs an entry in tests/contract/lists.ts`);
    unchanged = list;
  });

  test("neither loses nor repeats rows with equal times", async () => {
    const own = await newAccount();
    const list = await LISTS[name]!(own);
    const expected = await list.add(7, new Date());
    const seen = await readThrough(operation, list, own.key, 2, expected);
    expect(seen.toSorted()).toEqual(expected.toSorted());
    const atOnce = await readThrough(operation, list, own.key, 50, expected);
    expect(seen).toEqual(atOnce);
  });

  test("is unaffected by rows inserted between two pages", async () => {
    const own = await newAccount();
    const list = await LISTS[name]!(own);
    const expected = await list.add(5, new Date(Date.now() - 2000));
    let late = false;
    const seen = await readThrough(operation, list, own.key, 2, expected, async () => {
      if (!late) await list.add(2, new Date());
      late = true;
    });
    expect(seen.toSorted()).toEqual(expected.toSorted());
  });

  test("ends with a null cursor on the last page, full or not", async () => {
    const own = await newAccount();
    const list = await LISTS[name]!(own);
    // Concurrent inserts of other tests move the end of a shared list.
    if (list.isShared) return;
    await list.add(2, new Date());
    const { data } = await page(operation, list, own.key, { limit: "50" });
    const exact = await page(operation, list, own.key, { limit: String(data.length) });
    expect(exact).toMatchObject({ data: { length: data.length }, nextCursor: null });
    const short = await page(operation, list, own.key, { limit: String(data.length - 1) });
    expect(short.nextCursor).toEqual(expect.any(String));
  });

  test.each(["0", "51", "-1", "1.5", "ten", "", " 5", "5e0", "1".repeat(40)])("rejects the limit %j", async (limit) => {
    const error = expectError(
      await ask(operation, { ...unchanged.ask, query: { ...unchanged.ask.query, limit } }, { key: account.key }),
      400,
      "invalid_request",
    );
    expect(error.param).toBe("limit");
  });

  test("accepts the minimum and maximum limit, and has a default", async () => {
    const own = await newAccount();
    const list = await LISTS[name]!(own);
    await list.add(PAGE_LIMIT.default + 1, new Date());
    expect((await page(operation, list, own.key, { limit: "1" })).data).toHaveLength(1);
    expect((await page(operation, list, own.key, {})).data).toHaveLength(PAGE_LIMIT.default);
    expect((await page(operation, list, own.key, { limit: "50" })).data.length).toBeGreaterThan(PAGE_LIMIT.default);
  });

  test("rejects a foreign cursor: made up, altered, or another list's", async () => {
    const own = await newAccount();
    const list = await LISTS[name]!(own);
    await list.add(2, new Date());
    const { nextCursor } = await page(operation, list, own.key, { limit: "1" });
    const cursor = nextCursor ?? "";
    const bent = [0, 5, 12, 13, 20, cursor.length - 1].map(
      (index) => cursor.slice(0, index) + (cursor[index] === "A" ? "B" : "A") + cursor.slice(index + 1),
    );
    const others = await Promise.all(
      PAGED.filter((other) => other.name !== name).map((other) => cursorOf(other.name, other.operation)),
    );
    const junk = ["", "x", "null", "MTIz", `${cursor}A`, cursor.slice(1), `${cursor}=`, "a".repeat(5000)];
    for (const wrong of [...junk, ...bent, ...others.filter((other) => other !== null)]) {
      const answer = await ask(
        operation,
        { ...list.ask, query: { ...list.ask.query, cursor: wrong } },
        { key: own.key },
      );
      expect(expectError(answer, 400, "invalid_cursor").param).toBe("cursor");
    }
    expect((await page(operation, list, own.key, { limit: "1", cursor })).data).toHaveLength(1);
  });
});

describe("posts.list", () => {
  test("continues at its position even if the last and the next row are deleted", async () => {
    const { operation } = PAGED.find(({ name }) => name === "posts.list")!;
    const own = await newAccount();
    const list = await LISTS["posts.list"]!(own);
    await list.add(6, new Date());
    const ids = (await page(operation, list, own.key, {})).data.map(list.identity);
    const { nextCursor } = await page(operation, list, own.key, { limit: "2" });
    for (const id of [ids[1]!, ids[2]!]) await send(`/api/v1/posts/${id}`, { method: "DELETE", key: own.key });
    const rest = await page(operation, list, own.key, { cursor: nextCursor ?? "" });
    expect(rest.data.map(list.identity)).toEqual(ids.slice(3));
  });
});

function cursorOf(name: OperationName, operation: ApiOperation): Promise<string | null> {
  const known = cursors.get(name);
  if (known) return known;
  const cursor = newCursor(operation, LISTS[name]);
  cursors.set(name, cursor);
  // Each attempt creates another.
  cursor.catch(() => cursors.delete(name));
  return cursor;
}

async function newCursor(
  operation: ApiOperation,
  open: ((account: Account) => List | Promise<List>) | undefined,
): Promise<string | null> {
  if (!open) return null;
  const own = await newAccount();
  const list = await open(own);
  await list.add(2, new Date());
  return (await page(operation, list, own.key, { limit: "1" })).nextCursor;
}

async function page(
  operation: ApiOperation,
  { ask: asked }: List,
  key: string,
  query: Record<string, string>,
): Promise<Page<never>> {
  const answer = await ask(operation, { ...asked, query: { ...asked.query, ...query } }, { key });
  expect({ status: answer.status, body: answer.text }).toMatchObject({ status: 200 });
  return answer.json as Page<never>;
}

/** Follows the cursor until it has read every expected row, or the list ends. Returns the expected ones in order. */
async function readThrough(
  operation: ApiOperation,
  list: List,
  key: string,
  limit: number,
  expected: readonly string[],
  betweenPages: () => Promise<void> = async () => {},
): Promise<string[]> {
  const wanted = new Set(expected);
  const met: string[] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, string> = { limit: String(limit), ...(cursor === null ? {} : { cursor }) };
    const { data, nextCursor }: Page<never> = await page(operation, list, key, query);
    met.push(...data.map(list.identity).filter((identity) => wanted.has(identity)));
    cursor = nextCursor;
    await betweenPages();
  } while (cursor !== null && met.length < expected.length);
  return met;
}
