import type { Metadata } from "next";
import { Missing } from "@/components/shell/missing";

export const metadata: Metadata = { title: "Not found" };

/** For addresses that lead nowhere at all. A page whose subject is gone keeps its frame, see (site)/not-found.tsx. */
export default function NotFound() {
  return <main><Missing /></main>;
}
