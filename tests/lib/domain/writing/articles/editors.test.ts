import { expect, test } from "vitest";
import {
  editArticle,
  editPost,
  publishPost,
  removeArticle,
  removePost,
  writeArticle,
} from "@/lib/domain/writing/articles/commands";
import { database } from "@/lib/infra/database/db";
import { newStaff } from "../../people/moderation/staff";
import { expectAllRejected } from "@/tests/support/rejections";

const post = { title: "How it falls", description: "Slowly", content: "# Down", tags: ["physics"] };
const source = { title: "Source", url: "https://source.example/a", publisher: "Publisher" };
const article = { ...post, category: "craft", featured: false, published: true, source };

test("editors' changes to articles are in the audit log, and failed ones are not", async () => {
  const editor = await newStaff("EDITOR");
  const { tags: _tags, ...news } = article;
  const blog = await publishPost(editor, post);
  await editPost(editor, { ...post, ...blog, title: "How it really falls" });
  await removePost(editor, blog);
  const written = await writeArticle(editor, news);
  await editArticle(editor, { ...news, ...written, published: false });
  await removeArticle(editor, written);
  await expectAllRejected([removePost(editor, blog), removeArticle(editor, written)], { code: "not_found" });
  const where = { actorId: editor.actor.id };
  const entries = await database().prisma.auditEntry.findMany({ where, orderBy: { id: "asc" } });
  const said = entries.map(({ action, accountId, details }) => ({ action, accountId, details }));
  const entry = (kind: string, slug: string) => (act: string) => ({
    action: `article.${act}`,
    accountId: null,
    details: { kind, slug },
  });
  const acts = ["written", "edited", "removed"];
  expect(said).toHaveLength(6);
  expect(said).toEqual(
    expect.arrayContaining([...acts.map(entry("blog", blog.slug)), ...acts.map(entry("news", written.slug))]),
  );
});

test("an edit of an article that another editor removes at the same time succeeds or is not found", async () => {
  const editor = await newStaff("EDITOR");
  const { tags: _tags, ...news } = article;
  for (let turn = 0; turn < 8; turn += 1) {
    const written = await writeArticle(editor, news);
    const edits = Array.from({ length: 4 }, () => editArticle(editor, { ...news, ...written, published: false }));
    const [removed, ...edited] = await Promise.allSettled([removeArticle(editor, written), ...edits]);
    expect(removed.status).toBe("fulfilled");
    for (const edit of edited) if (edit.status === "rejected") expect(edit.reason).toMatchObject({ code: "not_found" });
  }
});
