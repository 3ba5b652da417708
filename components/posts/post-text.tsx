import clsx from "clsx";
import { type Mentioned, textParts } from "./text-parts";
import { TextPart } from "./text-part";

/** Posts up to this length are set in large type. */
const PAINTED = 46;

export type PostTextPlace = "row" | "full" | "comment";

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
        painted ? `font-display font-medium text-pretty ${PAINTED_SIZE[place]}` : SIZE[place],
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
