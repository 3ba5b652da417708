import { buttonStyle } from "@/components/ui/button-style";

/** The head of the page, with what machines may take along. */
export function Opening() {
  return (
    <header className="mb-6">
      <h1 className="text-35 text-balance md:text-47">Everything on the board, within reach of your program</h1>
      <p className="mt-4 max-w-prose text-17 text-muted">
        Post, follow, like, read and be told of it: JSON over HTTPS, one key, one form of error, and nothing that
        happens twice. Everything below is made from the very declarations that answer your requests.
      </p>
      <ul className="mt-5 flex flex-wrap gap-2">
        {TAKE_ALONG.map(({ href, words }) => (
          <li key={href}>
            <a href={href} className={buttonStyle({ size: "small" })}>
              {words}
            </a>
          </li>
        ))}
      </ul>
    </header>
  );
}

const TAKE_ALONG = [
  { href: "/settings/developer", words: "Make a key" },
  { href: "/api/v1/openapi.json", words: "OpenAPI 3.1" },
  { href: "/sdk/pegboard.ts", words: "TypeScript client" },
  { href: "/sdk/postman.json", words: "Postman collection" },
  { href: "/llms.txt", words: "llms.txt" },
];
