import clsx from "clsx";
import type { CSSProperties } from "react";

export type AvatarSize = 24 | 32 | 40 | 48 | 64 | 96 | 128;

interface AvatarProps {
  src: string | null;
  name: string;
  size?: AvatarSize;
  className?: string;
}

/** Decorative: a name is beside it. The pegboard, in a colour derived from the name, shows until the picture loads. */
export function Avatar({ src, name, size = 40, className }: AvatarProps) {
  return (
    <span
      className={clsx("avatar", className)}
      style={{ "--size": `${size}px`, "--hue": hueOf(name) } as CSSProperties}
    >
      {src && (
        // Pictures are stored in their final size; Next's optimizer would only add a hop.
        // oxlint-disable-next-line nextjs/no-img-element
        <img src={src} alt="" width={size} height={size} loading="lazy" decoding="async" />
      )}
    </span>
  );
}

function hueOf(name: string): number {
  let hue = 0;
  for (const char of name) hue = (hue * 31 + (char.codePointAt(0) ?? 0)) % 360;
  return hue;
}
