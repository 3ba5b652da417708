import type { ReactNode } from "react";
import type { DocumentedError } from "@/lib/openapi/operations";
import { Anchor, Prose } from "./prose";
import { errorHref } from "./hrefs";

interface Definition {
  id: string;
  name: string;
  aside?: ReactNode;
  description: ReactNode;
}

export function DefinitionList({ entries }: { entries: readonly Definition[] }) {
  return (
    <dl className="definitions">
      {entries.map(({ id, name, aside, description }) => (
        <div key={id}>
          <dt>
            <Anchor id={id} as="span">
              {name}
            </Anchor>
            {aside && <small>{aside}</small>}
          </dt>
          <dd>{typeof description === "string" ? <Prose text={description} /> : description}</dd>
        </div>
      ))}
    </dl>
  );
}

interface SectionProps {
  id: string;
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}

export function Section({ id, title, lead, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="pt-16">
      <Anchor id={id} as="h2" className="text-35">
        {title}
      </Anchor>
      {lead && (
        <p className="mt-2 max-w-prose text-17 text-muted">{typeof lead === "string" ? <Prose text={lead} /> : lead}</p>
      )}
      {children}
    </section>
  );
}

export function Errors({ errors }: { errors: readonly DocumentedError[] }) {
  const entries = errors.map(({ code, status, type, when }) => ({
    id: `error-${code}`,
    name: code,
    aside: <span className="font-mono">{`${status} ${type}`}</span>,
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
