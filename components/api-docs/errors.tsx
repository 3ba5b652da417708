import type { DescribedError } from "@/lib/description/errors";
import { Prose } from "./prose";
import { Glossary } from "./tables";

/** Every code, where each error's `doc_url` leads. */
export function Errors({ errors }: { errors: readonly DescribedError[] }) {
  const entries = errors.map(({ code, status, type, when, remedy }) => ({
    id: `error-${code}`,
    name: code,
    aside: (
      <span className="font-mono">
        {status} {type}
      </span>
    ),
    words: (
      <>
        <p>
          <Prose text={when} />
        </p>
        <p className="mt-1 text-muted">
          <Prose text={remedy} />
        </p>
      </>
    ),
  }));
  return <Glossary entries={entries} />;
}
