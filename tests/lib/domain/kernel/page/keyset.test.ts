import { describe, expect, test } from "vitest";
import { paginate } from "@/lib/domain/kernel/page/keyset";
import { limitQuery, type Page } from "@/lib/domain/kernel/page/schema";

interface Row {
  id: string;
  at: Date;
}

const moment = new Date("2026-01-02T03:04:05.678Z");
/** In the order of the list's statement: newest first, then by descending id. */
const rows: Row[] = Array.from({ length: 9 }, (_, index) => ({ id: `row_${9 - index}`, at: moment }));

function read(limit: number, cursor?: string, list: readonly string[] = ["rows"]): Promise<Page<string>> {
  return paginate<Row, string>(
    { limit, cursor },
    {
      list,
      rows: async (after, take) =>
        rows
          .filter(
            ({ id, at }) =>
              after.at === "infinity" ||
              at.toISOString() < after.at ||
              (at.toISOString() === after.at && id < after.id),
          )
          .slice(0, take),
      position: ({ id, at }) => ({ id, at }),
      present: ({ id }) => id,
    },
  );
}

describe("pages", () => {
  test.each([1, 2, 3, 8, 9, 10])("of %i add up to the list, and only the last has a null cursor", async (limit) => {
    const seen: string[] = [];
    let pages = 0;
    for (let cursor: string | null | undefined; cursor !== null; pages++) {
      const { data, nextCursor }: Page<string> = await read(limit, cursor);
      seen.push(...data);
      cursor = nextCursor;
    }
    expect(seen).toEqual(rows.map(({ id }) => id));
    expect(pages).toBe(Math.ceil(rows.length / limit));
  });
});

describe("a cursor", () => {
  test("is rejected with any bit flipped", async () => {
    const { nextCursor } = await read(2);
    const bytes = Buffer.from(nextCursor ?? "", "base64url");
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const bent = Buffer.from(bytes);
      bent[bit >> 3]! ^= 1 << (bit & 7);
      await expect(read(2, bent.toString("base64url"))).rejects.toMatchObject({ code: "invalid_cursor" });
    }
  });

  test("is rejected by another list, and by the same list with other filters", async () => {
    const { nextCursor } = await read(2, undefined, ["builds", "tools"]);
    await expect(read(2, nextCursor ?? "", ["builds", "games"])).rejects.toMatchObject({ code: "invalid_cursor" });
    await expect(read(2, nextCursor ?? "", ["builds"])).rejects.toMatchObject({ code: "invalid_cursor" });
    await expect(read(2, nextCursor ?? "", ["builds", "tools", ""])).rejects.toMatchObject({ code: "invalid_cursor" });
  });

  test.each(["", "a", "====", "AAAAAAAAAAAAAAAA", "\u{1F600}"])("is rejected without a reason: %j", async (cursor) => {
    await expect(read(2, cursor)).rejects.toMatchObject({
      code: "invalid_cursor",
      details: { issues: [{ param: "cursor" }] },
    });
  });
});

describe("a limit", () => {
  const limit = limitQuery({ min: 1, max: 50, default: 20 });

  test.each([
    ["1", 1],
    ["50", 50],
    ["007", 7],
    [undefined, 20],
  ])("%j reads as %i", (given, count) => {
    expect(limit.parse(given)).toBe(count);
  });

  test.each(["0", "51", "-1", "1.0", "1e1", " 1", "", "٣", "1".repeat(30)])("rejects %j", (given) => {
    expect(limit.safeParse(given).success).toBe(false);
  });
});
