"use client";

import { ImageLink, useImageViewer } from "@/components/media/images";
import type { BuildPage } from "@/lib/domain/writing/builds/schema";
import { BuildCover } from "./build-cover";

/** The cover, or a generated one, and a strip of screenshots. All of them open in one viewer. */
export function BuildImages({ build }: { build: Pick<BuildPage, "slug" | "category" | "cover" | "screenshots"> }) {
  const { slug, category, cover, screenshots } = build;
  const images = cover ? [cover, ...screenshots] : screenshots;
  const { open, viewer } = useImageViewer(images);
  return (
    <>
      {cover ? (
        <ImageLink image={cover} onOpen={() => open(0)} className="aspect-[2/1] w-full rounded-none! sm:aspect-[5/2]" />
      ) : (
        <BuildCover slug={slug} category={category.slug} cover={null} className="h-40 sm:h-52" large />
      )}
      {screenshots.length > 0 && (
        <ul
          aria-label="Screenshots"
          className="flex snap-x scroll-px-4 gap-2 overflow-x-auto border-b border-line px-4 py-3 md:scroll-px-6 md:px-6"
        >
          {screenshots.map((image, index) => (
            <li key={image.id} className="shrink-0 snap-start">
              <ImageLink
                image={image}
                onOpen={() => open(images.length - screenshots.length + index)}
                className="h-24 w-36 rounded-control!"
              />
            </li>
          ))}
        </ul>
      )}
      {viewer}
    </>
  );
}
