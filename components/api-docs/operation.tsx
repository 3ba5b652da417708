import { KeyRound, Repeat2, Rows3 } from "lucide-react";
import type { ReactNode } from "react";
import { buttonStyle } from "@/components/ui/button-style";
import type { DescribedOperation, Schema } from "@/lib/description/operations";
import { componentOf, fieldsOf } from "@/lib/description/schemas";
import { errorAddress, guideAddress, schemaAddress } from "./addresses";
import { Anchor } from "./anchor";
import { Fields, Type } from "./fields";
import { Method } from "./method";
import { Prose } from "./prose";
import { Samples } from "./samples";

interface OperationProps {
  operation: DescribedOperation;
  schemas: Record<string, Schema>;
  siteUrl: string;
  /** The codes that every request may be answered with: they are not said again for each. */
  usual: ReadonlySet<string>;
}

/** One operation: what it is in words on the left, how it looks on the wire on the right. */
export function Operation({ operation, schemas, siteUrl, usual }: OperationProps) {
  const { id, method, path, summary, description, scope } = operation;
  return (
    <section aria-labelledby={id} className={SPREAD}>
      <div className="min-w-0 space-y-5">
        <header className="space-y-2">
          <p className="flex flex-wrap items-baseline gap-2">
            <Method method={method} stamped />
            <span className="font-mono text-13 [overflow-wrap:anywhere]">
              <Path path={path} />
            </span>
          </p>
          <Anchor id={id} as="h2" className="scroll-mt-22! text-21">
            {summary}
          </Anchor>
          <p className="max-w-prose text-muted">
            <Prose text={withoutScope(description)} />
          </p>
          <Marks operation={operation} />
        </header>
        <Asked operation={operation} schemas={schemas} />
        <Told operation={operation} usual={usual} />
        {scope !== null && <TryIt id={id} />}
      </div>
      <Samples operation={operation} siteUrl={siteUrl} />
    </section>
  );
}

export const SPREAD =
  "grid min-w-0 grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-5 py-10 wide:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]";

/** The scope stands beside as a mark of its own. */
const withoutScope = (description: string) =>
  description
    .split("\n\n")
    .filter((paragraph) => !/^Needs (?:the scope `[^`]+`|no key)\.$/.test(paragraph))
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

function Marks({ operation: { scope, idempotent, paginated } }: { operation: DescribedOperation }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-13 text-muted">
      <Mark icon={<KeyRound aria-hidden />}>
        {scope === null ? (
          "needs no key"
        ) : (
          <a href={guideAddress("scopes")} className="font-mono hover:text-ink">
            {scope}
          </a>
        )}
      </Mark>
      {idempotent && (
        <Mark icon={<Repeat2 aria-hidden />}>
          <a href={guideAddress("idempotency")} className="hover:text-ink">
            safe to retry
          </a>
        </Mark>
      )}
      {paginated && (
        <Mark icon={<Rows3 aria-hidden />}>
          <a href={guideAddress("pagination")} className="hover:text-ink">
            in pages
          </a>
        </Mark>
      )}
    </ul>
  );
}

function Mark({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5 [&>svg]:size-3.5">
      {icon}
      {children}
    </li>
  );
}

/** Headers are the same everywhere; the guides tell of them. */
function Asked({
  operation: { parameters, body },
  schemas,
}: {
  operation: DescribedOperation;
  schemas: Record<string, Schema>;
}) {
  const of = (place: string) => parameters.filter((parameter) => parameter.in === place);
  return (
    <>
      <Fields title="In the path" fields={of("path")} schemas={schemas} />
      <Fields title="In the query" fields={of("query")} schemas={schemas} />
      {body.kind !== "none" && (
        <Fields
          title={body.kind === "form" ? "In the form" : "In the body"}
          fields={fieldsOf(body.schema, schemas)}
          schemas={schemas}
        />
      )}
    </>
  );
}

function Told({ operation: { answer, failures }, usual }: Pick<OperationProps, "operation" | "usual">) {
  const own = failures
    .map(({ status, codes }) => ({ status, codes: codes.filter((code) => !usual.has(code)) }))
    .filter(({ codes }) => codes.length > 0);
  return (
    <div>
      <h3 className="mb-1 text-13 font-semibold text-muted">Answers</h3>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-13">
        <dt className="font-mono font-semibold text-good">{answer.status}</dt>
        <dd>{answer.schema ? <AnswerType schema={answer.schema} /> : "nothing to read"}</dd>
        {own.map(({ status, codes }) => (
          <Failure key={status} status={status} codes={codes} />
        ))}
        <dt className="text-muted">…</dt>
        <dd>
          <a href={guideAddress("errors")} className="text-muted hover:text-ink hover:underline">
            and what any request may meet
          </a>
        </dd>
      </dl>
    </div>
  );
}

function AnswerType({ schema }: { schema: Schema }) {
  const page = /^(\w+)Page$/.exec(componentOf(schema) ?? "")?.[1];
  return page ? (
    <>
      a page of{" "}
      <a href={schemaAddress(page)} className="font-mono link">
        {page}
      </a>
    </>
  ) : (
    <Type schema={schema} />
  );
}

function Failure({ status, codes }: { status: number; codes: readonly string[] }) {
  return (
    <>
      <dt className="font-mono text-muted">{status}</dt>
      <dd className="flex flex-wrap gap-x-2">
        {codes.map((code) => (
          <a key={code} href={errorAddress(code)} className="font-mono text-muted hover:text-ink hover:underline">
            {code}
          </a>
        ))}
      </dd>
    </>
  );
}

/** Opened by the one <TryIt> of the page; without JavaScript there is nothing to open. */
function TryIt({ id }: { id: string }) {
  return (
    <button type="button" data-try={id} className={buttonStyle({ size: "small" })}>
      Try it with your key
    </button>
  );
}
