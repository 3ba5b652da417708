import type { Metadata } from "next";
import Link from "next/link";
import { Copying } from "@/components/api-docs/copying";
import { Errors } from "@/components/api-docs/errors";
import { Events } from "@/components/api-docs/events";
import { Finder } from "@/components/api-docs/finder";
import { findingsOf } from "@/components/api-docs/findings";
import { Client } from "@/components/api-docs/guides/client";
import { Failing, Limits } from "@/components/api-docs/guides/limits-and-errors";
import { Idempotency, Pagination } from "@/components/api-docs/guides/pages-and-retries";
import { Authentication, FirstPost } from "@/components/api-docs/guides/start";
import { Changelog } from "@/components/api-docs/guides/versions";
import { Webhooks } from "@/components/api-docs/guides/webhooks";
import { LanguageChoice } from "@/components/api-docs/languages";
import { Opening } from "@/components/api-docs/opening";
import { Operation } from "@/components/api-docs/operation";
import { RememberedLanguage } from "@/components/api-docs/remembered-language";
import { Schemas } from "@/components/api-docs/schemas";
import { Glossary, Part } from "@/components/api-docs/tables";
import { Trail } from "@/components/api-docs/trail";
import { triablesOf } from "@/components/api-docs/triables";
import { TryIt } from "@/components/api-docs/try-it";
import { Wide } from "@/components/shell/wide";
import { openApiDocument } from "@/lib/api/v1/document";
import { errorsOf } from "@/lib/description/errors";
import { eventsOf } from "@/lib/description/events";
import { groupsOf, operationsOf, schemasOf, usualCodes } from "@/lib/description/operations";
import { SCOPES } from "@/lib/domain/keys/scopes";
import { env } from "@/lib/infra/env";

export const metadata: Metadata = { title: "API", description: "The public API of Pegboard: every operation, error and event, with examples." };

export default function ApiPage() {
  const document = openApiDocument();
  const { siteUrl, rateLimits, webhooks } = env();
  const operations = operationsOf(document);
  const usual = usualCodes(operations);
  const [groups, schemas, errors, events] = [groupsOf(document), schemasOf(document), errorsOf(document), eventsOf(document)];
  const parts = [
    { id: "guides", label: "Guides" },
    ...groups.map(({ title }) => ({ id: slugOf(title), label: title })),
    { id: "webhook-events", label: "Webhook events" },
    { id: "errors", label: "Errors" },
    { id: "scopes", label: "Scopes" },
    { id: "schemas", label: "Shapes" },
    { id: "changes", label: "Changes" },
  ];

  return (
    <Wide>
      <div className="group/docs">
        <Opening />
        <Finder groups={findingsOf({ groups, errors, events, schemas: Object.keys(schemas) })} />
        <div className="sticky top-14 z-20 -mx-2 mt-6 flex items-center gap-4 border-b border-line bg-bg px-2 py-1.5">
          <Trail sections={parts} />
          <LanguageChoice />
        </div>

        <Part id="guides" title="Guides">
          <FirstPost siteUrl={siteUrl} />
          <Authentication />
          <Pagination siteUrl={siteUrl} />
          <Idempotency />
          <Limits rates={rateLimits} />
          <Failing siteUrl={siteUrl} />
          <Client siteUrl={siteUrl} />
          <Webhooks example={events[0]?.example} schedule={webhooks.backoffSeconds} />
        </Part>

        {groups.map(({ title, description, operations }) => (
          <Part key={title} id={slugOf(title)} title={title} lead={description}>
            <div className="divide-y divide-line">
              {operations.map((operation) => <Operation key={operation.id} operation={operation} schemas={schemas} siteUrl={siteUrl} usual={usual} />)}
            </div>
          </Part>
        ))}

        <Part id="webhook-events" title="Webhook events" lead="What webhooks deliver, and the `data` of each.">
          <p className="mt-2"><Link href="/docs/events" className="link">The whole bodies, on a page of their own</Link></p>
          <Events events={events} />
        </Part>
        <Part id="errors" title="Errors" lead="Every code there is. An error's `doc_url` leads to its line here."><Errors errors={errors} /></Part>
        <Part id="scopes" title="Scopes" lead="What a key may be made for.">
          <Glossary entries={Object.entries(SCOPES).map(([name, words]) => ({ id: `scope-${name}`, name, words }))} />
        </Part>
        <Part id="schemas" title="Shapes" lead="What answers are made of."><Schemas schemas={schemas} /></Part>
        <Part id="changes" title="Changes"><Changelog /></Part>
        <TryIt operations={triablesOf(operations)} />
        <Copying />
        <RememberedLanguage />
      </div>
    </Wide>
  );
}

/** `likes-comments-bookmarks` */
const slugOf = (title: string) => title.toLowerCase().replace(/\W+/g, "-");
