import { Icon } from "@/components/ui/icon";

/** Links to the RSS and Atom feeds. */
export function FeedLinks({ path }: { path: "/blog" | "/news" }) {
  return (
    <p className="flex items-center gap-3 text-13 text-muted">
      <Icon name="rss" className="size-4" />
      <a href={`${path}/rss.xml`} className="touch-target hover:text-ink hover:underline">
        RSS
      </a>
      <a href={`${path}/atom.xml`} className="touch-target hover:text-ink hover:underline">
        Atom
      </a>
    </p>
  );
}
