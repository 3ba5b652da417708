import { TextPart } from "@/components/posts/text-part";
import { type Mentioned, textParts } from "@/components/posts/text-parts";

/** A message's text, in which URLs and members are links. */
export function MessageText({ content, mentions }: { content: string; mentions: Mentioned | null }) {
  return (
    <p dir="auto" className="text-15 wrap-anywhere whitespace-pre-wrap">
      {textParts(content, mentions ?? {}).map((part, index) =>
        part.kind === "code" ? `\`${part.text}\`` : <TextPart key={index} part={part} />,
      )}
    </p>
  );
}
