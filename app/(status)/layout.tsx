import type { ReactNode } from "react";
import { SiteFrame, siteMetadata } from "@/app/site-frame";
import { viewerIfKnown } from "@/lib/auth/page-context";

export const generateMetadata = siteMetadata;

/** The same frame as other pages have, without what would ask the database for every visitor. */
export default async function StatusLayout({ children }: { children: ReactNode }) {
  return <SiteFrame viewer={await viewerIfKnown()}>{children}</SiteFrame>;
}
