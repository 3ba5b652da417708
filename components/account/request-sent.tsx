"use client";

import { useEffect, useRef } from "react";

/** Replaces the sign-up form once a request for an account was sent. */
export function RequestSent() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section>
      <h2 ref={heading} tabIndex={-1} className="text-21 focus-visible:outline-none">
        Thank you. Now it’s our turn.
      </h2>
      <p className="mt-2 text-muted">
        The people who run this site will review your request. Once they approve it, you can sign in. Where this site
        sends mail, we’ll write to you.
      </p>
    </section>
  );
}
