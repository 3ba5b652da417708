"use client"; // every response contains it, in case its page is missing: see left-rail.tsx

import { LinkButton } from "@/components/ui/button";
import { ErrorPage } from "./error-page";

export function NotFoundPage() {
  return (
    <ErrorPage
      title="Nothing on this peg"
      actions={
        <>
          <LinkButton href="/" variant="primary">
            Go to the feed
          </LinkButton>
          <LinkButton href="/search">Search</LinkButton>
        </>
      }
    >
      <p>This page doesn’t exist, or it was removed.</p>
    </ErrorPage>
  );
}
