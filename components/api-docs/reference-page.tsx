import type { ReactNode } from "react";
import { Wide } from "@/components/shell/wide";
import { LinkChip } from "@/components/ui/link-chip";
import { groupPage, REFERENCE, SCHEMAS_PAGE } from "./addresses";
import { Copying } from "./copying";
import { LanguageChoice } from "./languages";
import { RememberedLanguage } from "./remembered-language";
import { Trail } from "./trail";

interface ReferencePageProps {
  /** Of this page. */
  path: string;
  groups: readonly { key: string; title: string }[];
  /** What stands at the top, before the bar that stays. */
  head: ReactNode;
  sections: readonly { id: string; label: string }[];
  children: ReactNode;
}

/** The frame of every page of the API reference: the way to the others, the sections of this one, the language of the examples. */
export function ReferencePage({ path, groups, head, sections, children }: ReferencePageProps) {
  const pages = [
    { href: REFERENCE, label: "Guides" },
    ...groups.map(({ key, title }) => ({ href: groupPage(key), label: title })),
    { href: SCHEMAS_PAGE, label: "Schemas" },
  ];
  return (
    <Wide>
      <div className="group/docs">
        <nav
          aria-label="API reference"
          className="-mx-2 mb-6 flex gap-2 overflow-x-auto px-2 py-1 text-13 md:flex-wrap"
        >
          {pages.map(({ href, label }) => (
            <LinkChip key={href} href={href} current={href === path}>
              {label}
            </LinkChip>
          ))}
        </nav>
        {head}
        <div className="sticky top-14 z-20 -mx-2 mt-6 flex items-center gap-4 border-b border-line bg-bg px-2 py-1.5">
          <Trail sections={sections} />
          <LanguageChoice />
        </div>
        {children}
        <Copying />
        <RememberedLanguage />
      </div>
    </Wide>
  );
}
