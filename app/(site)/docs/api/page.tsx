import type { Metadata } from "next";
import { REFERENCE } from "@/components/api-docs/addresses";
import { Errors } from "@/components/api-docs/errors";
import { Finder } from "@/components/api-docs/finder";
import { findingsOf } from "@/components/api-docs/findings";
import { Client } from "@/components/api-docs/guides/client";
import { Failing, Limits } from "@/components/api-docs/guides/limits-and-errors";
import { Idempotency, Pagination } from "@/components/api-docs/guides/pages-and-retries";
import { Authentication, FirstPost } from "@/components/api-docs/guides/start";
import { Changelog } from "@/components/api-docs/guides/versions";
import { Webhooks } from "@/components/api-docs/guides/webhooks";
import { MovedAnchors } from "@/components/api-docs/moved-anchors";
import { Opening } from "@/components/api-docs/opening";
import { ReferencePage } from "@/components/api-docs/reference-page";
import { Glossary, Part } from "@/components/api-docs/tables";
import { reference } from "@/app/(site)/docs/reference";
import { SCOPES } from "@/lib/domain/keys/scopes";
import { env } from "@/lib/infra/env";

export const metadata: Metadata = {
  title: "API",
  description: "The public API of Pegboard: every operation, error and event, with examples.",
};

const SECTIONS = [
  { id: "guides", label: "Guides" },
  { id: "errors", label: "Errors" },
  { id: "scopes", label: "Scopes" },
  { id: "changes", label: "Changes" },
];

export default function ApiPage() {
  const { groups, schemas, errors, events } = reference();
  const { siteUrl, rateLimits, webhooks } = env();
  const head = (
    <>
      <Opening />
      <Finder groups={findingsOf({ groups, errors, events, schemas: Object.keys(schemas) })} />
    </>
  );
  return (
    <ReferencePage path={REFERENCE} groups={groups} head={head} sections={SECTIONS}>
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
      <Part id="errors" title="Errors" lead="Every code there is. An error's `doc_url` leads to its line here.">
        <Errors errors={errors} />
      </Part>
      <Part id="scopes" title="Scopes" lead="What a key may be made for.">
        <Glossary entries={Object.entries(SCOPES).map(([name, words]) => ({ id: `scope-${name}`, name, words }))} />
      </Part>
      <Part id="changes" title="Changes">
        <Changelog />
      </Part>
      <MovedAnchors />
    </ReferencePage>
  );
}
