import clsx from "clsx";
import { Fragment } from "react";
import { buttonStyle } from "@/components/ui/button-style";
import { Icon } from "@/components/ui/icon";
import type { IconName } from "@/components/ui/icon-names";
import type { DocumentedOperation, Schema } from "@/lib/openapi/operations";
import { sampleRequestOf, SNIPPETS } from "@/lib/openapi/snippets";
import { componentOf, fieldsOf } from "@/lib/openapi/schemas";
import { errorHref, guideHref, schemaHref } from "./hrefs";
import { Anchor, Method, Prose } from "./prose";
import { Fields, Type } from "./fields";
import { Code, CodeCard, Json } from "./code";
import { LANGUAGE_KEYS, LanguageLabels, SHOWN_IN } from "./languages";

interface OperationProps {
  operation: DocumentedOperation;
  schemas: Record<string, Schema>;
  siteUrl: string;
  /** The codes that any request may be answered with, which are not repeated for each operation. */
  commonCodes: ReadonlySet<string>;
}

export function Operation({ operation, schemas, siteUrl, commonCodes }: OperationProps) {
  const { id, method, path, summary, description, scope } = operation;
  return (
    <section aria-labelledby={id} className="two-columns">
      <div className="min-w-0 space-y-5">
        <header className="space-y-2">
          <p className="flex flex-wrap items-baseline gap-2">
            <Method method={method} outlined />
            <span className="font-mono text-13 wrap-anywhere">
              <Path path={path} />
            </span>
          </p>
          <Anchor id={id} as="h2" className="scroll-mt-22! text-21">
            {summary}
          </Anchor>
          <p className="max-w-prose text-muted">
            <Prose text={withoutScope(description)} />
          </p>
          <Badges operation={operation} />
        </header>
        <RequestFields operation={operation} schemas={schemas} />
        <Responses operation={operation} commonCodes={commonCodes} />
        {scope !== null && <TryIt id={id} />}
      </div>
      <Samples operation={operation} siteUrl={siteUrl} />
    </section>
  );
}

/** Drops the sentence about the scope, which is shown as a badge. */
const withoutScope = (description: string) =>
  description
    .split("\n\n")
    .filter((paragraph) => !/^(?:Requires the scope `[^`]+`|No API key required)\.$/.test(paragraph))
    .join("\n\n");

function Path({ path }: { path: string }) {
  return path.split(/(\{\w+\})/).map((part) =>
    part.startsWith("{") ? (
      <span key={part} className="text-brand">
        {part}
      </span>
    ) : (
      part
    ),
  );
}

function Badges({ operation: { scope, idempotent, paginated } }: { operation: DocumentedOperation }) {
  return (
    <ul className="badges">
      <Badge icon="key-round" guide={scope === null ? undefined : "scopes"} text={scope ?? "no API key"} />
      {idempotent && <Badge icon="repeat-2" guide="idempotency" text="safe to retry" />}
      {paginated && <Badge icon="rows-3" guide="pagination" text="paginated" />}
    </ul>
  );
}

function Badge({ icon, guide, text }: { icon: IconName; guide?: string; text: string }) {
  return (
    <li>
      <Icon name={icon} />
      {guide ? (
        <a href={guideHref(guide)} className={clsx(guide === "scopes" && "font-mono")}>
          {text}
        </a>
      ) : (
        text
      )}
    </li>
  );
}

/** Request headers are the same everywhere and covered by the guides. */
function RequestFields({ operation: { parameters, body }, schemas }: Pick<OperationProps, "operation" | "schemas">) {
  const of = (place: string) => parameters.filter((parameter) => parameter.in === place);
  return (
    <>
      <Fields title="Path parameters" fields={of("path")} schemas={schemas} />
      <Fields title="Query parameters" fields={of("query")} schemas={schemas} />
      {body.kind !== "none" && (
        <Fields
          title={body.kind === "form" ? "Form fields" : "Request body"}
          fields={fieldsOf(body.schema, schemas)}
          schemas={schemas}
        />
      )}
    </>
  );
}

type ResponsesProps = Pick<OperationProps, "operation" | "commonCodes">;

function Responses({ operation: { response, errors }, commonCodes }: ResponsesProps) {
  const own = errors
    .map(({ status, codes }) => ({ status, codes: codes.filter((code) => !commonCodes.has(code)) }))
    .filter(({ codes }) => codes.length > 0);
  return (
    <div>
      <h3 className="mb-1 text-13 font-semibold text-muted">Responses</h3>
      <dl className="responses">
        <dt className="text-good">{response.status}</dt>
        <dd>{response.schema ? <ResponseType schema={response.schema} /> : "no body"}</dd>
        {own.map(({ status, codes }) => (
          <Fragment key={status}>
            <dt>{status}</dt>
            <dd>
              {codes.map((code) => (
                <a key={code} href={errorHref(code)}>
                  {code}
                </a>
              ))}
            </dd>
          </Fragment>
        ))}
        <dt>…</dt>
        <dd>
          <a href={guideHref("errors")}>and errors common to all operations</a>
        </dd>
      </dl>
    </div>
  );
}

function ResponseType({ schema }: { schema: Schema }) {
  const page = /^(\w+)Page$/.exec(componentOf(schema) ?? "")?.[1];
  return page ? (
    <>
      page of{" "}
      <a href={schemaHref(page)} className="font-mono link">
        {page}
      </a>
    </>
  ) : (
    <Type schema={schema} />
  );
}

/** Opens the page's <TryIt> dialog. Does nothing without JavaScript. */
function TryIt({ id }: { id: string }) {
  return (
    <button type="button" data-try={id} className={buttonStyle({ size: "small" })}>
      Try it
    </button>
  );
}

function Samples({ operation, siteUrl }: { operation: DocumentedOperation; siteUrl: string }) {
  const sample = sampleRequestOf(operation, siteUrl);
  const { status, example } = operation.response;
  return (
    <div className="min-w-0 self-start wide:sticky wide:top-32">
      <CodeCard title={<LanguageLabels />}>
        {LANGUAGE_KEYS.map((language) => (
          <Code key={language} code={SNIPPETS[language](sample)} language={language} className={SHOWN_IN[language]} />
        ))}
        <div className="border-t border-dashed border-line">
          <p className="px-4 pt-2 font-mono text-13 text-good">
            {status} {STATUS_WORDS[status]}
          </p>
          {example !== undefined && <Json value={example} className="max-h-72 pt-1!" />}
          {example === undefined && <p className="px-4 pb-3 text-13 text-muted">No body.</p>}
        </div>
      </CodeCard>
    </div>
  );
}

const STATUS_WORDS: Record<number, string> = { 200: "OK", 201: "Created", 204: "No Content" };
