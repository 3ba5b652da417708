import { buttonStyle } from "@/components/ui/button-style";

export function Hero() {
  return (
    <header className="mb-6">
      <h1 className="text-35 text-balance md:text-47">Everything on the board, one request away</h1>
      <p className="mt-4 max-w-prose text-17 text-muted">
        Post, follow, like and read, and get a webhook when something happens. JSON over HTTPS, one API key, one error
        format, and retries that never act twice. This reference is generated from the code that serves your requests.
      </p>
      <ul className="mt-5 flex flex-wrap gap-2">
        {DOWNLOADS.map(({ href, label }) => (
          <li key={href}>
            <a href={href} className={buttonStyle({ size: "small" })}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </header>
  );
}

const DOWNLOADS = [
  { href: "/settings/developer", label: "Create an API key" },
  { href: "/api/v1/openapi.json", label: "OpenAPI 3.1" },
  { href: "/sdk/pegboard.ts", label: "TypeScript client" },
  { href: "/sdk/postman.json", label: "Postman collection" },
  { href: "/llms.txt", label: "llms.txt" },
  { href: "/docs/api/atom.xml", label: "Feed of changes" },
];
