"use client";

import type { ComponentProps } from "react";
import { loginHref } from "@/lib/client/login-href";

/** Leads to sign-in and back: to the path of ours that is given, else to the current page. */
export function SignInLink({ to, ...rest }: ComponentProps<"a"> & { to?: string }) {
  // A full load: whoever has signed in in another tab meanwhile would come back to the frame of a visitor else.
  return (
    <a
      href={to ? loginHref(to) : "/login"}
      onClick={({ currentTarget }) => void (to ?? (currentTarget.href = loginHref()))}
      {...rest}
    />
  );
}
