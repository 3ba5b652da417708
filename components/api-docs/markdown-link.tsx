import { groupHref } from "./hrefs";

/** A link to a page of the reference as Markdown; for the sandbox, that begins with its guide. */
export function MarkdownLink({ page }: { page: string }) {
  return (
    <a href={`${page}.md`} className="text-13 link">
      {page === groupHref("sandbox") ? "How to use it, as Markdown" : "As Markdown"}
    </a>
  );
}
