import type { DocumentedError } from "@/lib/openapi/errors";
import { Prose } from "./prose";
import { DefinitionList } from "./definition-list";

/** Every error code, at the anchor that its `doc_url` links to. */
export function Errors({ errors }: { errors: readonly DocumentedError[] }) {
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
  return <DefinitionList entries={entries} />;
}
