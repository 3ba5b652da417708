import type { Metadata } from "next";
import { SCHEMAS } from "@/components/api-docs/hrefs";
import { ReferencePage } from "@/components/api-docs/reference-page";
import { Schemas, shownSchemas } from "@/components/api-docs/schemas";
import { PageHeading } from "@/components/ui/page-heading";
import { reference } from "@/lib/openapi/reference";

export const metadata: Metadata = {
  title: "Schemas · API",
  description: "The objects in requests and responses of Pegboard's public API.",
};

export default function SchemasPage() {
  const { groups, schemas } = reference();
  const sections = shownSchemas(schemas).map(([name]) => ({ id: `schema-${name}`, label: name }));
  return (
    <ReferencePage
      path={SCHEMAS}
      groups={groups}
      sections={sections}
      head={<PageHeading title="Schemas">The objects in requests and responses.</PageHeading>}
    >
      <Schemas schemas={schemas} />
    </ReferencePage>
  );
}
