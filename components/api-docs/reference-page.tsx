import type { ReactNode } from "react";
import { Wide } from "@/components/ui/section";
import { LinkChips } from "@/components/ui/link-chips";
import { groupHref, REFERENCE, SCHEMAS } from "./hrefs";
import { CopyHandler } from "./copy-handler";
import { LanguageChoice } from "./languages";
import { RememberedLanguage, SectionNav } from "./section-nav";

interface ReferencePageProps {
  path: string;
  groups: readonly { key: string; title: string }[];
  /** Shown above the sticky bar. */
  head: ReactNode;
  sections: readonly { id: string; label: string }[];
  children: ReactNode;
}

/** The layout of every page of the API reference. */
export function ReferencePage({ path, groups, head, sections, children }: ReferencePageProps) {
  const pages = [
    { href: REFERENCE, label: "Guides" },
    ...groups.map(({ key, title }) => ({ href: groupHref(key), label: title })),
    { href: SCHEMAS, label: "Schemas" },
  ].map((page) => ({ ...page, current: page.href === path }));
  return (
    <Wide>
      <div className="group/docs">
        <div className="mb-6 text-13">
          <LinkChips label="API reference" chips={pages} />
        </div>
        {head}
        <div className="sticky top-14 z-20 -mx-2 mt-6 flex items-center gap-4 border-b border-line bg-bg px-2 py-1.5">
          <SectionNav sections={sections} />
          <LanguageChoice />
        </div>
        {children}
        <CopyHandler />
        <RememberedLanguage />
      </div>
    </Wide>
  );
}
