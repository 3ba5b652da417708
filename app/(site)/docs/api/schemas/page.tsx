import type { Metadata } from "next";
import { SCHEMAS_PAGE } from "@/components/api-docs/addresses";
import { ReferencePage } from "@/components/api-docs/reference-page";
import { Schemas, shownSchemas } from "@/components/api-docs/schemas";
import { PageHeading } from "@/components/ui/page-heading";
import { reference } from "@/app/(site)/docs/reference";

export const metadata: Metadata = {
  title: "Schemas · API",
  description: "What the answers of Pegboard's public API are made of.",
};

export default function SchemasPage() {
  const { groups, schemas } = reference();
  const sections = shownSchemas(schemas).map(([name]) => ({ id: `schema-${name}`, label: name }));
  return (
    <ReferencePage
      path={SCHEMAS_PAGE}
      groups={groups}
      sections={sections}
      head={<PageHeading title="Schemas">What answers are made of.</PageHeading>}
    >
      <Schemas schemas={schemas} />
    </ReferencePage>
  );
}
