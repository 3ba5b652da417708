import { Icon } from "@/components/ui/icon";
import Link from "next/link";
import { LikeButton } from "@/components/marks/mark-button";
import { ReportButton } from "@/components/moderation/report-button";
import { FollowButton } from "@/components/profile/follow-button";
import { Avatar } from "@/components/ui/avatar";
import { Card } from "@/components/ui/card";
import { LinkButton } from "@/components/ui/button";
import { FormattedNumber } from "@/components/ui/number";
import { RelativeTime } from "@/components/ui/relative-time";
import type { BuildPage } from "@/lib/domain/writing/builds/schema";
import { BuyButton } from "./buy-button";
import { Price } from "./price";
import { buildsHref } from "./build-filters";

export function BuildFacts({ build, following }: { build: BuildPage; following: boolean }) {
  const { slug, title, author, price, viewer, metrics } = build;
  return (
    <Card className="flex flex-col gap-5 pt-8 max-wide:rounded-none! max-wide:bg-none! max-wide:py-5 max-md:border-x-0! max-md:px-4">
      <div className="flex flex-col gap-2">
        {viewer.own ? (
          <LinkButton href={`/builds/${slug}/edit`}>
            <Icon name="pencil" />
            Edit the build
          </LinkButton>
        ) : price === null ? (
          <p className="text-center font-medium text-good">Free for everyone</p>
        ) : (
          <BuyButton slug={slug} title={title} author={author.name} price={price} bought={viewer.bought} />
        )}
        {build.demoUrl && (
          <a href={build.demoUrl} rel="nofollow ugc noopener" target="_blank" className={LINK}>
            <Icon name="external-link" className="size-4" />
            See it live
          </a>
        )}
        {build.repoUrl && (
          <a href={build.repoUrl} rel="nofollow ugc noopener" target="_blank" className={LINK}>
            <Icon name="git-branch" className="size-4" />
            Source
          </a>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-3 border-t border-line pt-5">
        <Avatar src={author.image} name={author.name} />
        <div className="min-w-0 flex-1">
          <Link href={`/users/${author.handle}`} dir="auto" className="block truncate font-semibold hover:underline">
            {author.name}
          </Link>
          <span className="block truncate text-13 text-muted">@{author.handle}</span>
        </div>
        {!viewer.own && (
          <div className="grid wide:w-full">
            <FollowButton handle={author.handle} following={following} />
          </div>
        )}
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 border-t border-line pt-5 text-13 [&>dt]:text-muted">
        <dt>For</dt>
        <dd>
          <Link href={buildsHref({ category: build.category.slug })} className="hover:underline">
            {build.category.name}
          </Link>
        </dd>
        {build.technologies.length > 0 && (
          <>
            <dt>Made with</dt>
            <dd className="flex flex-wrap gap-x-2">
              {build.technologies.map((name) => (
                <Link key={name} href={buildsHref({ technology: name })} className="hover:underline">
                  {name}
                </Link>
              ))}
            </dd>
          </>
        )}
        {viewer.own && (
          <>
            <dt>Price</dt>
            <dd>
              <Price price={price} />
            </dd>
          </>
        )}
        <dt>Published</dt>
        <dd>
          <RelativeTime at={build.publishedAt} />
        </dd>
        {build.updatedAt !== build.publishedAt && (
          <>
            <dt>Updated</dt>
            <dd>
              <RelativeTime at={build.updatedAt} />
            </dd>
          </>
        )}
        <dt>Viewed</dt>
        <dd>
          <FormattedNumber value={metrics.views} /> {metrics.views === 1 ? "time" : "times"}
        </dd>
      </dl>
      <div className="-mb-2 flex items-center justify-between border-t border-line pt-2 *:first:-ml-2">
        <LikeButton
          target={{ path: "/api/builds/{slug}/like", params: { slug } }}
          rendered={{ on: viewer.liked, count: metrics.likes }}
        />
        <ReportButton subject={{ type: "build", id: slug }} authorId={author.id} />
      </div>
    </Card>
  );
}

const LINK =
  "inline-flex h-(--control) items-center justify-center gap-2 rounded-control border border-edge/60 bg-surface font-medium transition-colors hover:border-edge hover:bg-hover";
