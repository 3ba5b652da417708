import type { Metadata } from "next";
import { REFERENCE, SEARCH_INDEX } from "@/components/api-docs/hrefs";
import { DefinitionList, Errors, Section } from "@/components/api-docs/definition-list";
import { OperationSearch } from "@/components/api-docs/operation-search";
import { searchIndexOf, shownEntries } from "@/components/api-docs/search-index";
import { Apps } from "@/components/api-docs/guides/apps";
import { Client, LanguageModels } from "@/components/api-docs/guides/client";
import { Failing, Limits } from "@/components/api-docs/guides/limits-and-errors";
import { Idempotency, Pagination } from "@/components/api-docs/guides/pages-and-retries";
import { Authentication, FirstPost } from "@/components/api-docs/guides/start";
import { Changelog } from "@/components/api-docs/guides/versions";
import { Webhooks } from "@/components/api-docs/guides/webhooks";
import { LegacyAnchors } from "@/components/api-docs/section-nav";
import { Hero } from "@/components/api-docs/hero";
import { ReferencePage } from "@/components/api-docs/reference-page";
import { currentSite } from "@/lib/domain/deployment/site/current";
import { reference } from "@/lib/openapi/reference";
import { SCOPES } from "@/lib/domain/accounts/keys/scopes";
import { env } from "@/lib/infra/environment/env";

export async function generateMetadata(): Promise<Metadata> {
  const { name } = await currentSite();
  return { title: "API", description: `The public API of ${name}: every operation, error and event, with examples.` };
}

const SECTIONS = [
  { id: "guides", label: "Guides" },
  { id: "errors", label: "Error codes" },
  { id: "scopes", label: "Scopes" },
  { id: "changes", label: "Changes" },
];

export default function ApiPage() {
  const { groups, errors, events } = reference();
  const { siteUrl, rateLimits, webhooks } = env();
  const head = (
    <>
      <Hero />
      <OperationSearch shown={shownEntries(searchIndexOf(reference()))} index={SEARCH_INDEX} />
    </>
  );
  return (
    <ReferencePage path={REFERENCE} groups={groups} head={head} sections={SECTIONS}>
      <Section id="guides" title="Guides">
        <FirstPost siteUrl={siteUrl} />
        <Authentication />
        <Apps siteUrl={siteUrl} />
        <Pagination siteUrl={siteUrl} />
        <Idempotency />
        <Limits rates={rateLimits} />
        <Failing siteUrl={siteUrl} />
        <Client siteUrl={siteUrl} />
        <LanguageModels siteUrl={siteUrl} />
        <Webhooks
          example={events.find(({ name }) => name === "like.created")?.example}
          schedule={webhooks.backoffSeconds}
        />
      </Section>
      <Section id="errors" title="Error codes" lead="Every error code. The `doc_url` of an error links to its page.">
        <Errors errors={errors} />
      </Section>
      <Section id="scopes" title="Scopes" lead="What an API key or an app can be allowed to do.">
        <DefinitionList
          entries={Object.entries(SCOPES).map(([name, description]) => ({ id: `scope-${name}`, name, description }))}
        />
      </Section>
      <Section id="changes" title="Changes">
        <Changelog />
      </Section>
      <LegacyAnchors />
    </ReferencePage>
  );
}
