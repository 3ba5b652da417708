import clsx from "clsx";
import type { TimelinePost } from "@/lib/domain/timeline/schema";

type Media = TimelinePost["media"][number];

/** One picture keeps its own shape within bounds; several share a sheet of fixed shape. Each opens alone. */
export function PostImages({ media }: { media: readonly Media[] }) {
  const [first] = media;
  if (!first) return null;
  if (media.length === 1) return <div className="mt-2.5"><Picture media={first} className="max-w-full" style={alone(first)} /></div>;
  return (
    <div className={clsx("mt-2.5 grid aspect-[3/2] grid-cols-2 gap-1 overflow-hidden rounded-card", media.length > 2 && "grid-rows-2")}>
      {media.map((picture, index) => (
        <Picture key={picture.id} media={picture} className={clsx("size-full min-h-0 rounded-none!", media.length === 3 && index === 0 && "row-span-2")} />
      ))}
    </div>
  );
}

const TALLEST = 500;

/** Its width in the column such that its height stays within bounds, so that nothing moves when it loads. */
function alone({ width, height }: Media) {
  const ratio = Math.min(Math.max(width / height, 0.6), 2.4);
  return { aspectRatio: ratio, width: `min(100%, ${Math.min(width, Math.round(TALLEST * ratio))}px)` };
}

function Picture({ media, className, style }: { media: Media; className?: string; style?: React.CSSProperties }) {
  return (
    <a href={media.url} data-picture={media.id} className={clsx("block overflow-hidden rounded-card bg-hover inset-ring inset-ring-line", className)} style={style}>
      {/* eslint-disable-next-line @next/next/no-img-element -- the store serves it as it should be seen */}
      <img src={media.url} alt={media.alt || "Picture without a description"} width={media.width} height={media.height} loading="lazy" decoding="async" className="size-full object-cover" />
    </a>
  );
}
