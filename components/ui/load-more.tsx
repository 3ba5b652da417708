import { Button } from "./button";
import { LinkButton } from "./link-button";

interface LoadMoreProps {
  onLoad?: () => void;
  pending?: boolean;
  /** The next page's own address, for those without JavaScript. */
  href?: string;
  children?: string;
}

/** The end of a page of a list. With no more to come, show nothing in its place. */
export function LoadMore({ onLoad, pending, href, children = "Show more" }: LoadMoreProps) {
  return (
    <div className="flex justify-center py-6">
      {onLoad ? (
        <Button onClick={onLoad} pending={pending}>
          {children}
        </Button>
      ) : (
        href && <LinkButton href={href}>{children}</LinkButton>
      )}
    </div>
  );
}
