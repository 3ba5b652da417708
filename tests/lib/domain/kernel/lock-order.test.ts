import { expect, test } from "vitest";
import { inTransaction, write } from "@/lib/domain/kernel/context";
import { lockAccount } from "@/lib/domain/kernel/locks";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { lockedBy } from "@/tests/support/lock-order";
import { newPerson } from "@/tests/support/people";

test("an act that locks a post before an account fails, in every test", async () => {
  const author = await newPerson();
  const { id } = await createPost(author, { content: "Hello", audience: "PUBLIC" });
  const act = inTransaction(author, async (tx) => {
    await write(tx, "test.post")`SELECT id FROM "Post" WHERE id = ${id} FOR UPDATE`;
    await lockAccount(tx, author.actor.id);
  });
  await expect(act).rejects.toThrow("users.lock locks User after Post");
});

test.each([
  [`SELECT u.id FROM "User" u WHERE u.id IN (SELECT "userId" FROM "Post") FOR NO KEY UPDATE`, ["User"]],
  [`SELECT c.id FROM "Comment" c JOIN "Post" p ON p.id = c."postId" FOR UPDATE OF c`, ["Comment"]],
  [`WITH gone AS (DELETE FROM "Comment" WHERE id = $1) UPDATE "Post" SET "commentsCount" = 0`, ["Comment", "Post"]],
  [`INSERT INTO "Like" ("postId") SELECT id FROM "Post" ON CONFLICT DO NOTHING`, []],
])("the locks of a statement are known from its text: %s", (text, tables) => {
  expect(lockedBy(text)).toEqual(tables);
});
