import { read, type VisitorContext } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import { firstRows, type Page, type PageRequest, paginate } from "@/lib/domain/page";
import { dateOf } from "./rules";
import type { BlogItem, BlogPost } from "./schema";

interface BlogItemRow {
  id: string;
  slug: string;
  title: string;
  description: string;
  tags: string[];
  publishedAt: Date;
}

type BlogRow = BlogItemRow & { content: string };

/** The blog, newest first. What is dated ahead waits for its day. */
export function listBlog(ctx: VisitorContext, request: PageRequest): Promise<Page<BlogItem>> {
  return paginate<BlogItemRow, BlogItem>(request, {
    list: ["blog"],
    rows: (after, take) =>
      read(
        ctx,
        "blog.all",
        firstRows(
          "$4",
          `SELECT id, slug, title, description, tags, "publishedAt" FROM "BlogPost"
            WHERE "publishedAt" <= $1 AND ("publishedAt", id) < ($2::timestamptz, $3)
            ORDER BY "publishedAt" DESC, id DESC`,
        ),
        [ctx.now, after.at, after.id, take],
      ),
    position: ({ publishedAt, id }) => ({ at: publishedAt, id }),
    present: presentItem,
  });
}

export async function getBlogPost(ctx: VisitorContext, { slug }: { slug: string }): Promise<BlogPost> {
  const [row] = await read<BlogRow>(
    ctx,
    "blog.one",
    `SELECT id, slug, title, description, tags, content, "publishedAt" FROM "BlogPost" WHERE slug = $1 AND "publishedAt" <= $2`,
    [slug, ctx.now],
  );
  if (!row) throw notFound();
  return { ...presentItem(row), content: row.content };
}

function presentItem({ slug, title, description, tags, publishedAt }: BlogItemRow): BlogItem {
  return { slug, title, description, date: dateOf(publishedAt), tags };
}
