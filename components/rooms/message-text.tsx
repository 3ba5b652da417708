import Link from "next/link";
import { type Mentioned, textParts } from "@/components/posts/text-parts";

/** A message's text, in which URLs and members are links. */
export function MessageText({ content, mentions }: { content: string; mentions: Mentioned | null }) {
  return (
    <p dir="auto" className="text-15 wrap-anywhere whitespace-pre-wrap">
      {textParts(content, mentions ?? {}).map((part, index) => {
        switch (part.kind) {
          case "text":
            return part.text;
          case "code":
            return `\`${part.text}\``;
          case "mention":
            return (
              <Link
                key={index}
                href={`/users/${part.handle}`}
                prefetch={false}
                className="font-medium text-brand hover:underline"
              >
                {part.text}
              </Link>
            );
          case "path":
            return (
              <Link key={index} href={part.href} prefetch={false} className="link">
                {part.text}
              </Link>
            );
          case "link":
            return (
              <a key={index} href={part.href} rel="nofollow ugc noopener" target="_blank" className="link">
                {part.text}
              </a>
            );
        }
      })}
    </p>
  );
}
