"use client";

import { useEffect, useRef } from "react";

/** In place of the sign-up form, once somebody has asked for an account. */
export function RequestSent() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section>
      <h2 ref={heading} tabIndex={-1} className="text-21 focus-visible:outline-none">
        Thank you. Now it’s our turn.
      </h2>
      <p className="mt-2 text-muted">
        The people who run this site read your request. Once they approve it you can sign in with your password. Where
        this site sends mail, we’ll write to you.
      </p>
    </section>
  );
}
