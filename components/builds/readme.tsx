import { Markdown } from "@/components/ui/markdown";

/** A build's own words. A readme that begins with the build's name says it once on this page. */
export function Readme({ title, markdown }: { title: string; markdown: string }) {
  const [, heading = "", rest = ""] = /^\s*#\s+(.+?)\s*\n([^]*)$/.exec(markdown) ?? [];
  const repeats = heading.toLowerCase() === title.toLowerCase();
  return <Markdown className="px-4 pt-6 pb-8 md:px-6 wide:pt-0">{repeats ? rest : markdown}</Markdown>;
}
