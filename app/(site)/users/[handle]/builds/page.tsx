import { Blocks } from "lucide-react";
import type { Metadata } from "next";
import { pageAsked } from "@/app/(site)/asked";
import { readProfile } from "@/app/(site)/users/[handle]/read-profile";
import { BuildCard } from "@/components/builds/build-card";
import { Catalogue } from "@/components/builds/catalogue";
import { NothingHere } from "@/components/profile/nothing-here";
import { LinkButton } from "@/components/ui/link-button";
import { visitorContext } from "@/lib/auth/page-context";
import { listCatalogue } from "@/lib/domain/builds/catalogue";

export const metadata: Metadata = { title: "Builds" };

export default async function BuildsTab({ params, searchParams }: PageProps<"/users/[handle]/builds">) {
  const { id, handle, name } = await readProfile((await params).handle);
  const { cursor } = await searchParams;
  const ctx = await visitorContext();
  const page = await pageAsked(cursor, (cursor) => listCatalogue(ctx, { handle, limit: 18, cursor }));
  if (page.data.length === 0) {
    const own = ctx.actor?.id === id;
    return (
      <NothingHere
        icon={<Blocks />}
        title="No builds yet"
        action={
          own && (
            <LinkButton href="/builds/new" variant="primary">
              Publish a build
            </LinkButton>
          )
        }
      >
        {own ? "Hang up something that you made." : `What ${name} makes will hang here.`}
      </NothingHere>
    );
  }
  return (
    <div className="p-4 md:p-6">
      <Catalogue
        source={`/api/catalogue?handle=${handle}&limit=18`}
        nextCursor={page.nextCursor}
        moreHref={page.nextCursor && `/users/${handle}/builds?cursor=${page.nextCursor}`}
      >
        {page.data.map((build) => (
          <BuildCard key={build.slug} build={build} />
        ))}
      </Catalogue>
    </div>
  );
}
