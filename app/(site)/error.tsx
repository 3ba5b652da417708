"use client";

import { Broken, type BrokenProps } from "@/components/shell/broken";

export default function PageError(props: BrokenProps) {
  return <Broken {...props} />;
}
