import type { Metadata } from "next";
import { pageAtCursor } from "@/app/(site)/query-parameters";
import { Timeline } from "@/components/posts/timeline";
import { EmptyState } from "@/components/ui/empty-state";
import { replicaContext } from "@/lib/auth/page-context";
import { listMediaOf } from "@/lib/domain/timeline/queries";
import { readProfile } from "@/app/(site)/users/[handle]/read-profile";

export const metadata: Metadata = { title: "Pictures" };

export default async function MediaTab({ params, searchParams }: PageProps<"/users/[handle]/media">) {
  const profile = await readProfile((await params).handle);
  if (!profile) return null;
  const { handle, name } = profile;
  const { cursor } = await searchParams;
  const ctx = await replicaContext();
  const page = await pageAtCursor(cursor, (cursor) => listMediaOf(ctx, { handle, limit: 20, cursor }));
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
