import Link from "next/link";
import type { ReactNode } from "react";
import { BuildCover } from "@/components/builds/build-cover";
import { Price } from "@/components/builds/price";
import { Day } from "@/components/ui/day";
import { Icon } from "@/components/ui/icon";
import type { FoundArticle } from "@/lib/domain/writing/articles/schema";
import type { CatalogueBuild } from "@/lib/domain/writing/builds/schema";

interface FoundRowProps {
  href: string;
  title: string;
  description: string;
  picture: ReactNode;
  about: ReactNode;
}

function FoundRow({ href, title, description, picture, about }: FoundRowProps) {
  return (
    <article
      aria-label={title}
      className="relative grid grid-cols-[3rem_minmax(0,1fr)] items-start gap-x-3 px-4 py-3 hover:bg-ink/2.5 md:px-6"
    >
      {picture}
      <div className="min-w-0">
        <h3 dir="auto" className="truncate font-sans text-15 font-semibold">
          <Link href={href} prefetch={false} className="after:absolute after:inset-0 hover:underline">
            {title}
          </Link>
        </h3>
        <p dir="auto" className="line-clamp-2">
          {description}
        </p>
        <p className="mt-0.5 flex min-w-0 flex-wrap items-center gap-x-3 text-13 text-muted">{about}</p>
      </div>
    </article>
  );
}

export function BuildRow({ build }: { build: CatalogueBuild }) {
  const { slug, title, description, category, cover, author, price } = build;
  return (
    <FoundRow
      href={`/builds/${slug}`}
      title={title}
      description={description}
      picture={
        <BuildCover
          slug={slug}
          category={category.slug}
          cover={cover}
          className="size-12 rounded-control border [&>div]:size-8!"
        />
      }
      about={
        <>
          <span dir="auto" className="truncate">
            {author.name}
          </span>
          <span>{category.name}</span>
          <Price price={price} />
        </>
      }
    />
  );
}

export function ArticleRow({ article: { kind, slug, title, description, date } }: { article: FoundArticle }) {
  return (
    <FoundRow
      href={`/${kind}/${slug}`}
      title={title}
      description={description}
      picture={
        <span
          aria-hidden
          className="grid size-12 place-items-center rounded-control border border-line bg-bg pegs text-muted [&>svg]:size-5"
        >
          <Icon name={kind === "blog" ? "square-pen" : "newspaper"} />
        </span>
      }
      about={
        <>
          <span>{kind === "blog" ? "Blog" : "News"}</span>
          <Day date={date} />
        </>
      }
    />
  );
}
