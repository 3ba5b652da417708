import clsx from "clsx";
import Link from "next/link";
import { tagHref } from "@/components/tags/tag-href";
import { type Mentioned, type TextPart as Part, textParts } from "./text-parts";

/** Posts up to this length are set in large type. */
const PAINTED = 46;

type PostTextPlace = "row" | "full" | "comment";

interface PostTextProps {
  content: string;
  mentions?: Mentioned | null;
  place: PostTextPlace;
}

export function PostText({ content, mentions, place }: PostTextProps) {
  const painted = place !== "comment" && [...content].length <= PAINTED && !content.includes("\n");
  return (
    <p
      dir="auto"
      className={clsx(
        "wrap-anywhere whitespace-pre-wrap",
        // Names and tags differ from the words around them by more than their color.
        painted
          ? `font-display font-medium text-pretty [&>a:not(.link)]:font-bold ${PAINTED_SIZE[place]}`
          : SIZE[place],
      )}
    >
      {textParts(content, mentions).map((part, index) => (
        <TextPart key={index} part={part} />
      ))}
    </p>
  );
}

/** In a list, clamps posts of many short lines to the height of the longest prose. */
const SIZE: Record<PostTextPlace, string> = { row: "line-clamp-24 text-15", full: "text-17", comment: "text-15" };
const PAINTED_SIZE: Record<PostTextPlace, string> = { row: "text-21", full: "text-27", comment: "" };

export function TextPart({ part }: { part: Part }) {
  switch (part.kind) {
    case "text":
      return part.text;
    case "code":
      return <code className="rounded-[4px] bg-hover px-[0.3em] py-[0.1em] font-mono text-[0.86em]">{part.text}</code>;
    case "mention":
      return (
        <Link
          href={`/users/${part.handle}`}
          prefetch={false}
          dir="ltr"
          className="font-medium text-brand hover:underline"
        >
          {part.text}
        </Link>
      );
    case "tag":
      return (
        <Link href={tagHref(part.tag)} prefetch={false} className="font-medium text-brand hover:underline">
          {part.text}
        </Link>
      );
    case "path":
      return (
        <Link href={part.href} prefetch={false} dir="ltr" className="link">
          {part.text}
        </Link>
      );
    case "link":
      return (
        // A direction isolates the label from characters before it that would reverse it.
        <a href={part.href} rel="nofollow ugc noopener" target="_blank" dir="ltr" className="link">
          {part.text}
        </a>
      );
  }
}
