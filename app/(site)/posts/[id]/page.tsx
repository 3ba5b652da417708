import type { Metadata } from "next";
import { cache } from "react";
import { pageAtCursor, textParameter } from "@/app/(site)/query-parameters";
import { PostDetail } from "@/components/posts/post-detail";
import { topSheetStyle } from "@/components/posts/sheet-style";
import { Comments } from "@/components/posts/thread/comments";
import { plainText } from "@/components/posts/text-parts";
import { orNotFound, replicaContext } from "@/lib/auth/page-context";
import { withoutBidiControls } from "@/lib/domain/kernel/text/characters";
import { currentSite } from "@/lib/domain/deployment/site/current";
import { getTimelinePost } from "@/lib/domain/writing/posts/timeline";
import { getBranch, listThreads } from "@/lib/domain/writing/comments/threads";

/** Cached, so that metadata and page count one view together. */
const readPost = cache(async (id: string) => orNotFound(getTimelinePost(await replicaContext(), { id })));

export async function generateMetadata({ params }: PageProps<"/posts/[id]">): Promise<Metadata> {
  const { author, ...post } = await readPost((await params).id);
  const content = withoutBidiControls(post.warning ?? plainText(post.content));
  const title = content ? `${author.name}: “${excerpt(content, 60)}”` : `A picture by ${author.name}`;
  const description =
    content || `${author.name} (@${author.handle}) posted a picture on ${(await currentSite()).name}.`;
  return { title, description, openGraph: { type: "article", title, description, authors: author.name } };
}

export default async function PostPage({ params, searchParams }: PageProps<"/posts/[id]">) {
  const { id } = await params;
  const { thread, cursor } = await searchParams;
  const branchOf = textParameter(thread);
  const ctx = await replicaContext();
  const [post, threads, branch] = await Promise.all([
    readPost(id),
    orNotFound(pageAtCursor(cursor, (cursor) => listThreads(ctx, { id, limit: 20, cursor }))),
    branchOf ? orNotFound(getBranch(ctx, { id, commentId: branchOf })) : { data: [] },
  ]);
  return (
    <div className={topSheetStyle}>
      <PostDetail post={post} />
      <Comments
        postId={id}
        count={post.metrics.comments}
        postAuthorId={post.author.id}
        first={{ threads: threads.data, nextCursor: threads.nextCursor, branch: branch.data }}
      />
    </div>
  );
}

/** The beginning of a text on one line, cut at a word boundary where possible. */
function excerpt(text: string, length: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  const letters = [...line];
  if (letters.length <= length) return line;
  const cut = letters.slice(0, length - 1).join("");
  const space = cut.lastIndexOf(" ");
  return `${space > length * 0.7 ? cut.slice(0, space) : cut}…`;
}
