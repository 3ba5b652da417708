"use client";

import Link from "next/link";
import { ListEnd, type PagedList, usePages } from "@/components/paging/next-pages";
import { Skeleton } from "@/components/ui/skeleton";
import type { CatalogueBuild } from "@/lib/domain/writing/builds/schema";
import { Icon } from "@/components/ui/icon";
import { HiddenSign } from "@/components/moderation/hidden-sign";
import { Avatar } from "@/components/ui/avatar";
import { FormattedNumber } from "@/components/ui/number";
import { BuildCover } from "./build-cover";
import { Price } from "./price";

export function BuildGrid({ source, first, href }: PagedList<CatalogueBuild>) {
  const { items, ...end } = usePages<CatalogueBuild>(source, first);
  return (
    <>
      <div className={gridStyle}>
        {items.map((build) => (
          <BuildCard key={build.slug} build={build} />
        ))}
      </div>
      <ListEnd
        {...end}
        href={href}
        skeleton={
          <div className={`${gridStyle} mt-4`}>
            <Skeleton className="h-80 rounded-card!" />
            <Skeleton className="h-80 rounded-card! max-sm:hidden" />
          </div>
        }
      />
    </>
  );
}

const gridStyle = "grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-4";

function BuildCard({ build }: { build: CatalogueBuild }) {
  return (
    <article
      aria-label={build.title}
      className="group relative flex flex-col overflow-hidden rounded-card border border-line bg-surface transition-colors hover:border-edge"
    >
      <BuildCover slug={build.slug} category={build.category.slug} cover={build.cover} className="h-32" />
      <div className="flex grow flex-col gap-2 p-4">
        <h2 className="text-21 leading-tight">
          <Link
            href={`/builds/${build.slug}`}
            prefetch={false}
            className="group-hover:text-brand after:absolute after:inset-0"
          >
            {build.title}
          </Link>
        </h2>
        <p className="line-clamp-3 grow text-muted">{build.description}</p>
        <p className="truncate text-13 text-muted">{build.technologies.join(" · ")}</p>
        <div className="mt-1 flex items-center gap-2 border-t border-line pt-3">
          <Avatar src={build.author.image} name={build.author.name} size={24} />
          <span dir="auto" className="truncate text-13">
            {build.author.name}
          </span>
          {build.hidden && <HiddenSign />}
          <span className="ml-auto flex shrink-0 items-center gap-3 text-13 text-muted">
            <span className="flex items-center gap-1">
              <Icon name="heart" className="size-3.5" />
              <FormattedNumber value={build.metrics.likes} compact />
              <span className="sr-only"> {build.metrics.likes === 1 ? "like" : "likes"}</span>
            </span>
            <span className="flex items-center gap-1">
              <Icon name="message-circle" className="size-3.5" />
              <FormattedNumber value={build.metrics.comments} compact />
              <span className="sr-only"> {build.metrics.comments === 1 ? "comment" : "comments"}</span>
            </span>
            <Price price={build.price} />
          </span>
        </div>
      </div>
    </article>
  );
}
