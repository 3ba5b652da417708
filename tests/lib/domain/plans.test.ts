import { beforeAll, describe, expect, test } from "vitest";
import { auditCoins } from "@/lib/domain/coins/audit";
import { createContext } from "@/lib/domain/context";
import { env } from "@/lib/infra/env";
import { database } from "@/lib/infra/db";
import { fill } from "@/tests/load/fill/fill";
import { allLists } from "@/tests/load/plans/lists";
import { measureDepths } from "@/tests/load/plans/depths";
import { SMALL } from "@/tests/load/scale";

beforeAll(() => fill(env().database.url, SMALL));

describe("a loaded database", () => {
  test("has counts that equal its rows", async () => {
    expect(await wrongCounts()).toEqual([]);
  });

  test("has a ledger without audit findings", async () => {
    expect((await auditCoins(createContext({ actor: null, channel: "session" }))).findings).toEqual([]);
  });
});

test("pages every declared list to its end without duplicates, by an index", async () => {
  for (const list of await allLists()) {
    const { first } = await measureDepths(env().database.url, list, 40);
    expect(first.indexes, list.name).not.toEqual([]);
  }
});

function wrongCounts(): Promise<unknown[]> {
  return database().prisma.$queryRaw`
    SELECT id FROM "Post" p WHERE "likesCount" <> (SELECT count(*) FROM "Like" WHERE "postId" = p.id)
                               OR "commentsCount" <> (SELECT count(*) FROM "Comment" WHERE "postId" = p.id)
                               OR "repostsCount" <> (SELECT count(*) FROM "Repost" WHERE "postId" = p.id)
    UNION ALL SELECT id FROM "Comment" c WHERE "repliesCount" <> (SELECT count(*) FROM "Comment" WHERE "parentId" = c.id)
    UNION ALL SELECT coalesce(b.id, t."buildId") FROM "BuildTechnology" t
      FULL JOIN (SELECT DISTINCT b.id, lower(name) AS name, b."categorySlug", b."publishedAt" FROM "Build" b, unnest(technologies) name WHERE "deletedAt" IS NULL) b
        ON (b.id, b.name, b."categorySlug", b."publishedAt") = (t."buildId", t.technology, t."categorySlug", t."publishedAt") WHERE b.id IS NULL OR t."buildId" IS NULL
    UNION ALL SELECT id FROM "User" u WHERE "followersCount" <> (SELECT count(*) FROM "Follow" WHERE "followeeId" = u.id)
                                         OR "followingCount" <> (SELECT count(*) FROM "Follow" WHERE "followerId" = u.id)
                                         OR "postsCount" <> (SELECT count(*) FROM "Post" WHERE "authorId" = u.id AND "deletedAt" IS NULL)`;
}
