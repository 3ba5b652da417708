import { Button, LinkButton } from "./button";

interface LoadMoreProps {
  onLoad: () => void;
  pending?: boolean;
  children?: string;
}

export function LoadMore({ onLoad, pending, children = "Show more" }: LoadMoreProps) {
  return (
    <div className="flex justify-center py-6">
      <Button onClick={onLoad} pending={pending}>
        {children}
      </Button>
    </div>
  );
}

interface NextPageProps {
  /** The URL of the list. */
  of: string;
  /** Null on its last page. */
  cursor: string | null;
  anchor?: string;
  children?: string;
}

export function NextPage({ of, cursor, anchor = "", children = "Show more" }: NextPageProps) {
  if (cursor === null) return null;
  const next = `${of}${of.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(cursor)}${anchor}`;
  return (
    <div className="flex justify-center py-6">
      <LinkButton href={next}>{children}</LinkButton>
    </div>
  );
}
