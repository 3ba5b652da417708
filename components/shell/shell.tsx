import type { ReactNode } from "react";
import { ProveIdentity } from "@/components/account/proof/prove-identity";
import { policyLinks } from "@/lib/domain/deployment/policies/rules";
import { AfterPage } from "./after-page";
import { BottomBar, PhoneFooter } from "./bottom-bar";
import { LeftRail } from "./left-rail";
import { TopBar } from "./top-bar";
import { type Viewer, ViewerProvider } from "./viewer-context";

interface ShellProps {
  viewer: Viewer | null;
  site: Site;
  /** Shown beside the reading column where there is room; <Wide> pages use that room themselves. */
  rail?: ReactNode;
  announcements?: ReactNode;
  /** Whether the site is currently read-only; undefined where it never is. */
  writesPaused?: boolean;
  children: ReactNode;
}

export function Shell({ viewer, site, rail, announcements, writesPaused, children }: ShellProps) {
  const policies = policyLinks(site.policies);
  return (
    <ViewerProvider viewer={viewer}>
      <a href="#content" className={SKIP}>
        Skip to content
      </a>
      <TopBar viewer={viewer} name={site.name} logo={site.logo} />
      {announcements}
      <div className={rail ? `${COLUMNS} ${WITH_RAIL}` : COLUMNS}>
        <LeftRail viewer={viewer} policies={policies} />
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-155 min-w-0 py-6 outline-none has-data-wide:max-w-none md:pb-16"
        >
          {children}
        </main>
        {rail && (
          <aside aria-label="Around you" className="hidden py-6 wide:block wide:group-has-data-wide/shell:hidden">
            {rail}
          </aside>
        )}
      </div>
      <PhoneFooter viewer={viewer} policies={policies} />
      <BottomBar viewer={viewer} />
      <AfterPage viewer={viewer} writesPaused={writesPaused} />
      {viewer && <ProveIdentity />}
    </ViewerProvider>
  );
}

const COLUMNS =
  "group/shell mx-auto grid w-full max-w-304 grow grid-cols-[minmax(0,1fr)] gap-x-8 px-4 " +
  "md:grid-cols-[12rem_minmax(0,1fr)] md:px-6";
const WITH_RAIL = "wide:not-has-data-wide:grid-cols-[12rem_minmax(0,1fr)_18rem]";
const SKIP =
  "sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-surface focus:px-4 focus:py-2 focus:shadow-float";

interface Site {
  name: string;
  /** The path of an image, or null for the product's default. */
  logo: string | null;
  /** The policies that are published. */
  policies: readonly string[];
}
