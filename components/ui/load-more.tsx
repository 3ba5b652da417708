import { Button, LinkButton } from "./button";

interface LoadMoreProps {
  onLoad?: () => void;
  pending?: boolean;
  /** The next page's URL, for browsers without JavaScript. */
  href?: string;
  children?: string;
}

/** A button for the next page of a list. */
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
