"use client";

import type { ComponentProps } from "react";
import { loginHref } from "@/lib/client/login-href";

/** A link to sign-in and back: to the given path of ours, or to the current page. */
export function SignInLink({ to, ...rest }: ComponentProps<"a"> & { to?: string }) {
  // A full page load: otherwise somebody who has signed in in another tab would return to a visitor's layout.
  return (
    <a
      href={to ? loginHref(to) : "/login"}
      onClick={({ currentTarget }) => void (to ?? (currentTarget.href = loginHref()))}
      {...rest}
    />
  );
}
