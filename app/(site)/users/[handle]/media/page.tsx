import type { Metadata } from "next";
import { Timeline } from "@/components/posts/timeline";
import { EmptyState } from "@/components/ui/empty-state";
import { listMediaOf } from "@/lib/domain/writing/posts/timeline";
import { readTab } from "@/app/(site)/users/[handle]/read-profile";

export const metadata: Metadata = { title: "Pictures" };

export default async function MediaTab(props: PageProps<"/users/[handle]/media">) {
  const tab = await readTab(props, (ctx, of) => listMediaOf(ctx, { ...of, limit: 20 }));
  if (!tab) return null;
  const { handle, name, page } = tab;
  if (page.data.length === 0)
    return (
      <EmptyState bare icon="images" title="No pictures yet">
        Posts with pictures will show up here.
      </EmptyState>
    );
  return (
    <Timeline
      frame="none"
      label={`Pictures by ${name}`}
      source={{ route: "GET /api/timeline/users/{handle}/media", input: { handle } }}
      first={page}
      href={`/users/${handle}/media`}
    />
  );
}
