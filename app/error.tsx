"use client";

import { Broken, type BrokenProps } from "@/components/shell/broken";

/** When the frame of the site itself has failed; a failing page keeps its frame, see (site)/error.tsx. */
export default function ErrorPage(props: BrokenProps) {
  return <main><Broken {...props} /></main>;
}
