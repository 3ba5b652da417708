import clsx from "clsx";

export type AvatarSize = 24 | 32 | 40 | 48 | 64 | 96 | 128;

interface AvatarProps {
  src: string | null;
  name: string;
  size?: AvatarSize;
  className?: string;
  /** Set where no name is beside it; otherwise the picture is decorative. */
  described?: boolean;
}

/** The background is a small pegboard in a colour derived from the name, visible until the picture loads. */
export function Avatar({ src, name, size = 40, className, described = false }: AvatarProps) {
  return (
    <span
      className={clsx("relative inline-block shrink-0 overflow-hidden rounded-full", className)}
      style={{ width: size, height: size, background: board(name) }}
    >
      {src && (
        // Pictures are stored in their final size; Next's optimizer would only add a hop.
        // oxlint-disable-next-line nextjs/no-img-element
        <img
          src={src}
          alt={described ? name : ""}
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full object-cover"
        />
      )}
      <span aria-hidden className="absolute inset-0 rounded-full inset-ring inset-ring-ink/10" />
    </span>
  );
}

function board(name: string) {
  let hue = 0;
  for (const char of name) hue = (hue * 31 + (char.codePointAt(0) ?? 0)) % 360;
  return `radial-gradient(circle closest-side, oklch(0.94 0.02 ${hue} / 0.55) 36%, transparent 46%) 50% / 25% 25%, oklch(0.58 0.075 ${hue})`;
}
