import type { ComponentProps } from "react";
import { MarkButton } from "@/components/marks/mark-button";
import { useMark } from "@/components/marks/use-mark";
import { menuOnDemand } from "@/components/shell/load-on-demand";
import { useViewer } from "@/components/shell/viewer-context";
import { Icon } from "@/components/ui/icon";
import { FormattedNumber } from "@/components/ui/number";
import { type Reposted, repostMark } from "./repost-mark";

/** Reposts a public post, or offers to quote it as well where its author lets the viewer. */
export function RepostButton({ post }: { post: Reposted }) {
  const viewer = useViewer();
  if (viewer && post.viewer.quotable) return <RepostMenu post={post} />;
  return <MarkButton {...repostMark(post)} labels={REPOST} icon={() => <Icon name="repeat-2" />} />;
}

const REPOST = { off: "Repost", on: "Reposted", visitor: "Sign in to repost" };

const RepostMenu = menuOnDemand<{ post: Reposted }>(
  () => import("./repost-menu-open"),
  ({ post }, buttonProps) => <MenuButton post={post} {...buttonProps} />,
);

function MenuButton({ post, ...rest }: { post: Reposted } & ComponentProps<"button">) {
  const { target, rendered } = repostMark(post);
  const { mark } = useMark(target, rendered);
  return (
    <button
      type="button"
      aria-haspopup="menu"
      aria-label={`${mark.on ? "Reposted" : "Repost or quote"}, ${mark.count}`}
      data-on={mark.on || undefined}
      className="action touch-target"
      {...rest}
    >
      <Icon name="repeat-2" />
      <span aria-hidden className="min-w-[2ch] text-left">
        {mark.count > 0 && <FormattedNumber value={mark.count} compact />}
      </span>
    </button>
  );
}
