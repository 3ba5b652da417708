import type { Metadata } from "next";
import { textParameter } from "@/app/(site)/query-parameters";
import { sheetStyle } from "@/components/posts/sheet-style";
import { NewPost } from "@/components/posts/composer";
import { LinkButton } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeading } from "@/components/ui/section";
import { orNotFound } from "@/lib/auth/page-context";
import { requireContext } from "@/lib/auth/require";
import { env } from "@/lib/infra/environment/env";
import { MAX_CONTENT } from "@/lib/domain/writing/posts/rules";
import { getTimelinePost } from "@/lib/domain/writing/posts/timeline";

export const metadata: Metadata = { title: "Write a post" };

export default async function NewPostPage({ searchParams }: PageProps<"/posts/new">) {
  const { quote, text, path } = await searchParams;
  const asked = { quote: textParameter(quote), text: textParameter(text), path: textParameter(path) };
  const quoteId = asked.quote;
  const query = new URLSearchParams(definedOf(asked)).toString();
  const ctx = await requireContext(query ? `/posts/new?${query}` : "/posts/new");
  const quoted = quoteId ? await orNotFound(getTimelinePost(ctx, { id: quoteId })) : undefined;
  if (quoted && !quoted.viewer.quotable)
    return (
      <EmptyState
        icon="quote"
        title="This post can’t be quoted"
        next={{ href: `/posts/${quoted.id}`, label: "Back to the post" }}
      >
        Its author decides who may.
      </EmptyState>
    );
  return (
    <>
      <PageHeading
        title={quoted ? "Quote a post" : "Write a post"}
        actions={
          <LinkButton href="/posts/scheduled" variant="bare">
            <Icon name="calendar-clock" />
            Scheduled posts
          </LinkButton>
        }
      />
      <div className={sheetStyle}>
        <NewPost quoted={quoted} begun={begunText(asked)} />
      </div>
    </>
  );
}

/** A post that a page of this site begins for its reader, with a link to that page. */
function begunText({ text = "", path }: { text?: string; path?: string }): string {
  const link = path && SHAREABLE.test(path) ? `${env().siteUrl}${path}` : "";
  return [...`${text} ${link}`.trim()].slice(0, MAX_CONTENT).join("");
}

const SHAREABLE = /^\/(coins\/drops|ranked)\/\w+$/;

const definedOf = (values: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
