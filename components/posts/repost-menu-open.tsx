import { useMark } from "@/components/marks/use-mark";
import type { OpenMenuProps } from "@/components/shell/load-on-demand";
import { Menu, MenuItem, MenuLink } from "@/components/ui/menu";
import { type Reposted, repostMark } from "./repost-mark";

export default function OpenRepostMenu({ post, trigger }: { post: Reposted } & OpenMenuProps) {
  const { target, rendered } = repostMark(post);
  const { mark, toggle } = useMark(target, rendered);
  return (
    <Menu defaultOpen trigger={trigger}>
      <MenuItem icon="repeat-2" label={mark.on ? "Undo repost" : "Repost"} onSelect={toggle} />
      <MenuLink icon="quote" label="Quote" href={`/posts/new?quote=${post.id}`} />
    </Menu>
  );
}
