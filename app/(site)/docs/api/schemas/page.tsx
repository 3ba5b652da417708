import type { Metadata } from "next";
import { SCHEMAS } from "@/components/api-docs/hrefs";
import { ReferencePage } from "@/components/api-docs/reference-page";
import { Schemas } from "@/components/api-docs/fields";
import { MarkdownLink } from "@/components/api-docs/prose";
import { PageHeading } from "@/components/ui/section";
import { currentSite } from "@/lib/domain/deployment/site/current";
import { reference } from "@/lib/openapi/reference";

export async function generateMetadata(): Promise<Metadata> {
  const { name } = await currentSite();
  return { title: "Schemas · API", description: `The objects that the public API of ${name} returns.` };
}

export default function SchemasPage() {
  const { groups, schemas, shownSchemas } = reference();
  const sections = shownSchemas.map((name) => ({ id: `schema-${name}`, label: name }));
  return (
    <ReferencePage
      path={SCHEMAS}
      groups={groups}
      sections={sections}
      head={
        <PageHeading title="Schemas" actions={<MarkdownLink page={SCHEMAS} />}>
          The objects that the API returns.
        </PageHeading>
      }
    >
      <Schemas names={shownSchemas} schemas={schemas} />
    </ReferencePage>
  );
}
