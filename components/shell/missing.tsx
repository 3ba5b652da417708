import { LinkButton } from "@/components/ui/link-button";
import { Stranded } from "./stranded";

export function Missing() {
  return (
    <Stranded
      title="Nothing hangs on this peg"
      actions={
        <>
          <LinkButton href="/" variant="primary">
            To the feed
          </LinkButton>
          <LinkButton href="/search">Search</LinkButton>
        </>
      }
    >
      <p>The page was taken down, or the address has a slip in it.</p>
    </Stranded>
  );
}
