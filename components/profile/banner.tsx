import clsx from "clsx";
import type { Profile } from "@/lib/domain/users/schema";

/** A close look at the person's own picture: a drawn one stays sharp at any size, a photograph becomes its colours. */
export function Banner({ profile: { image, handle } }: { profile: Profile }) {
  const drawn = image.endsWith(`/api/avatars/${handle}`);
  return (
    <div aria-hidden className="h-28 overflow-hidden bg-hover sm:h-36">
      {/* eslint-disable-next-line @next/next/no-img-element -- the same file as the picture below it */}
      <img
        src={image}
        alt=""
        className={clsx("size-full object-cover", drawn ? "object-[50%_38%]" : "scale-125 blur-2xl")}
      />
    </div>
  );
}
