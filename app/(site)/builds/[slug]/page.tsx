import type { Metadata } from "next";
import Link from "next/link";
import { BuildComments } from "@/components/builds/build-comments";
import { BuildImages } from "@/components/builds/build-images";
import { BuildFacts } from "@/components/builds/build-facts";
import { Wide } from "@/components/ui/section";
import { Prose } from "@/components/ui/prose";
import { replicaContext } from "@/lib/auth/page-context";
import { withoutBidiControls } from "@/lib/domain/kernel/text/characters";
import { listBuildComments } from "@/lib/domain/writing/builds/comments";
import { isFollowing } from "@/lib/domain/people/directory/queries";
import { readBuild } from "./read-build";

export async function generateMetadata({ params }: PageProps<"/builds/[slug]">): Promise<Metadata> {
  const { slug, title, author, ...build } = await readBuild((await params).slug);
  const description = withoutBidiControls(build.description);
  return {
    title,
    description,
    authors: { name: author.name },
    alternates: { canonical: `/builds/${slug}` },
    openGraph: { type: "article", title, description },
  };
}

export default async function BuildPage({ params }: PageProps<"/builds/[slug]">) {
  const build = await readBuild((await params).slug);
  const ctx = await replicaContext();
  const [comments, following] = await Promise.all([
    listBuildComments(ctx, { slug: build.slug, limit: 20 }),
    isFollowing(ctx, { id: build.author.id }),
  ]);
  return (
    <Wide>
      <article className="grid grid-cols-[minmax(0,1fr)] gap-x-6 max-md:-mx-4 max-md:-mt-6 wide:grid-cols-[minmax(0,1fr)_17rem] wide:grid-rows-[auto_1fr]">
        <header className="border-line bg-surface md:overflow-hidden md:rounded-t-card md:border md:border-b-0">
          <BuildImages build={build} />
          {build.hidden && (
            <p className="px-4 pt-5 text-muted md:px-6">
              Moderators hid this build: only you can see it.{" "}
              <Link href="/settings/moderation" className="link">
                Why, and how to appeal
              </Link>
            </p>
          )}
          <h1 className="px-4 pt-6 text-35 md:px-6">{build.title}</h1>
          <p className="mt-2 max-w-prose px-4 pb-6 text-17 text-muted md:px-6">{build.description}</p>
        </header>
        <div className="wide:sticky wide:top-20 wide:col-start-2 wide:row-span-2 wide:row-start-1 wide:self-start">
          <BuildFacts build={build} following={following} />
        </div>
        <div className="border-line bg-surface max-md:border-b md:rounded-b-card md:border md:border-t-0">
          <Prose source={build.readme} html={build.readmeHtml} className="px-4 pt-6 pb-8 md:px-6 wide:pt-0" />
          <div className="border-t border-line">
            <BuildComments slug={build.slug} first={comments} />
          </div>
        </div>
      </article>
    </Wide>
  );
}
