import type { DocumentedOperation } from "@/lib/openapi/operations";
import { sampleRequestOf } from "@/lib/openapi/sample-request";
import { SNIPPETS } from "@/lib/openapi/snippets";
import { Code, Json } from "./code";
import { CodeCard } from "./code-card";
import { LANGUAGE_KEYS, LanguageLabels, SHOWN_IN } from "./languages";

/** The request in every language, with the response below. */
export function Samples({ operation, siteUrl }: { operation: DocumentedOperation; siteUrl: string }) {
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
