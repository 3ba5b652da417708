import { read, type VisitorContext } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import { firstRows, paginate } from "@/lib/domain/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/page/schema";
import { dateOf } from "./rules";
import type { BlogItem, BlogPost } from "./schema";
import { sql } from "@/lib/infra/database/sql";
import type { BlogPost as BlogPostModel } from "@/lib/infra/prisma/client";

type BlogItemRow = Pick<BlogPostModel, "id" | "slug" | "title" | "description" | "tags" | "publishedAt">;

type BlogRow = BlogItemRow & { content: string };

/** Lists the blog, newest first. A post with a future date is hidden until then. */
export function listBlog(ctx: VisitorContext, request: PageRequest): Promise<Page<BlogItem>> {
  return paginate<BlogItemRow, BlogItem>(request, {
    list: ["blog"],
    rows: (after, take) =>
      read<BlogItemRow>(ctx, "blog.all")`${firstRows(
        take,
        sql`SELECT id, slug, title, description, tags, "publishedAt" FROM "BlogPost"
            WHERE "publishedAt" <= ${ctx.now} AND ("publishedAt", id) < (${after.at}::timestamptz, ${after.id})
            ORDER BY "publishedAt" DESC, id DESC`,
      )}`,
    position: ({ publishedAt, id }) => ({ at: publishedAt, id }),
    present: presentItem,
  });
}

export async function getBlogPost(ctx: VisitorContext, { slug }: { slug: string }): Promise<BlogPost> {
  const [row] = await read<BlogRow>(ctx, "blog.one")`
    SELECT id, slug, title, description, tags, content, "publishedAt" FROM "BlogPost"
    WHERE slug = ${slug} AND "publishedAt" <= ${ctx.now}`;
  if (!row) throw notFound();
  return { ...presentItem(row), content: row.content };
}

function presentItem({ slug, title, description, tags, publishedAt }: BlogItemRow): BlogItem {
  return { slug, title, description, date: dateOf(publishedAt), tags };
}
