import type { DocumentedError } from "@/lib/openapi/errors";
import { Prose } from "./prose";
import { DefinitionList } from "./definition-list";
import { errorHref } from "./hrefs";

/** Every error code, with the way to its page. */
export function Errors({ errors }: { errors: readonly DocumentedError[] }) {
  const entries = errors.map(({ code, status, type, when }) => ({
    id: `error-${code}`,
    name: code,
    aside: (
      <span className="font-mono">
        {status} {type}
      </span>
    ),
    description: (
      <>
        <Prose text={when} />{" "}
        <a href={errorHref(code)} className="link">
          What to do
        </a>
      </>
    ),
  }));
  return <DefinitionList entries={entries} />;
}
