"use client";

import clsx from "clsx";
import { useStore } from "zustand/react";
import { type MouseEvent, useState } from "react";
import { loadOnDemand, preload } from "@/components/shell/load-on-demand";
import { Skeleton } from "@/components/ui/skeleton";
import type { TimelinePost } from "@/lib/domain/writing/posts/schema";
import { editing, useCurrentContent, useCurrentQuote } from "./edited-posts";
import { LinkCard } from "./link-card";
import { PostText } from "./post-text";
import { Quote } from "./quote-card";
import { Warned } from "./warned";

export const loadEditor = () => import("./post-editor");
const PostEditor = loadOnDemand(loadEditor);

const stop = () => editing.setState({ key: null });

export function PostBody({ post, place }: { post: TimelinePost; place: "row" | "full" }) {
  const current = useCurrentContent(post);
  const quote = useCurrentQuote(post);
  // Of a text that was just edited, the server knows the link only when it renders the post again.
  const isPreviewShown =
    post.preview && quote === null && current.media.length === 0 && current.content === post.content;
  const isEditing = useStore(editing, ({ key }) => key === post.key);
  if (isEditing)
    return (
      <PostEditor
        waiting={<Skeleton className="mt-2 h-28 w-full" />}
        post={{ ...post, ...current, mentions: current.mentions ?? null }}
        onClose={stop}
      />
    );
  return (
    <Warned warning={current.warning}>
      {current.content !== "" && (
        <div className={clsx(place === "full" && "mt-4")}>
          <PostText content={current.content} mentions={current.mentions} place={place} />
        </div>
      )}
      <PostImages media={current.media} />
      <Quote quote={quote} />
      {isPreviewShown && <LinkCard preview={post.preview!} />}
    </Warned>
  );
}

type Media = TimelinePost["media"][number];

const load = () => import("./image-viewer");
const ImageViewer = loadOnDemand(load);
const preloadMenu = preload(load);

/** One picture keeps its aspect ratio within bounds; several share a grid. Each opens in a viewer, or as a file. */
function PostImages({ media }: { media: Media[] }) {
  const [shown, setShown] = useState<number | null>(null);
  const [first] = media;
  if (!first) return null;
  return (
    <>
      {media.length === 1 ? (
        <div className="mt-2.5">
          <MediaImage media={first} onOpen={() => setShown(0)} className="max-w-full" style={alone(first)} />
        </div>
      ) : (
        <div
          className={clsx(
            "mt-2.5 grid aspect-[3/2] grid-cols-2 gap-1 overflow-hidden rounded-card",
            media.length > 2 && "grid-rows-2",
          )}
        >
          {media.map((image, index) => (
            <MediaImage
              key={image.id}
              media={image}
              onOpen={() => setShown(index)}
              className={clsx("size-full min-h-0 rounded-none!", media.length === 3 && index === 0 && "row-span-2")}
            />
          ))}
        </div>
      )}
      {shown !== null && <ImageViewer media={media} at={shown} onClose={() => setShown(null)} />}
    </>
  );
}

const TALLEST = 500;

/** A size that keeps the height within bounds, so that nothing moves when it loads. */
function alone({ width, height }: Media) {
  const ratio = Math.min(Math.max(width / height, 0.6), 2.4);
  return { aspectRatio: ratio, width: `min(100%, ${Math.min(width, Math.round(TALLEST * ratio))}px)` };
}

interface MediaImageProps {
  media: Media;
  onOpen: () => void;
  className?: string;
  style?: React.CSSProperties;
}

function MediaImage({ media, onOpen, className, style }: MediaImageProps) {
  function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  }

  return (
    <a
      href={media.url}
      data-image={media.id}
      onClick={open}
      onPointerEnter={preloadMenu}
      onFocus={preloadMenu}
      className={clsx(
        "block overflow-hidden rounded-card bg-hover inset-ring inset-ring-line focus-visible:outline-4 focus-visible:-outline-offset-4",
        className,
      )}
      style={style}
    >
      {/* oxlint-disable-next-line nextjs/no-img-element -- the store serves it as it should be seen */}
      <img
        src={media.url}
        alt={media.alt || "Picture without a description"}
        width={media.width}
        height={media.height}
        loading="lazy"
        decoding="async"
        className="size-full object-cover"
      />
    </a>
  );
}
