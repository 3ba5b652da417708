import Link from "next/link";
import type { TextPart as Part } from "./text-parts";

/** A part of what somebody wrote: links lead somewhere. */
export function TextPart({ part }: { part: Part }) {
  switch (part.kind) {
    case "text":
      return part.text;
    case "code":
      return <code className="rounded-[4px] bg-hover px-[0.3em] py-[0.1em] font-mono text-[0.86em]">{part.text}</code>;
    case "mention":
      return (
        <Link href={`/users/${part.handle}`} prefetch={false} className="font-medium text-brand hover:underline">
          {part.text}
        </Link>
      );
    case "path":
      return (
        <Link href={part.href} prefetch={false} className="link">
          {part.text}
        </Link>
      );
    case "link":
      return (
        <a href={part.href} rel="nofollow ugc noopener" target="_blank" className="link">
          {part.text}
        </a>
      );
  }
}
