import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { groupHref } from "@/components/api-docs/hrefs";
import { Operation } from "@/components/api-docs/operation";
import { ReferencePage } from "@/components/api-docs/reference-page";
import { tryableOperations } from "@/components/api-docs/try-request";
import { TryIt } from "@/components/api-docs/try-it";
import { MarkdownLink } from "@/components/api-docs/prose";
import { PageHeading } from "@/components/ui/section";
import { reference } from "@/lib/openapi/reference";
import { env } from "@/lib/infra/environment/env";

type GroupPageProps = PageProps<"/docs/api/[group]">;

export async function generateMetadata({ params }: GroupPageProps): Promise<Metadata> {
  const { key, title, description } = await readGroup(params);
  const markdown = { "text/markdown": `${groupHref(key)}.md` };
  return { title: `${title} · API`, description, alternates: { types: markdown } };
}

export default async function GroupPage({ params }: GroupPageProps) {
  const { key, title, description, operations } = await readGroup(params);
  const { groups, schemas, commonErrorCodes } = reference();
  const sections = operations.map(({ id, summary }) => ({ id, label: summary }));
  return (
    <ReferencePage
      path={groupHref(key)}
      groups={groups}
      sections={sections}
      head={
        <PageHeading title={title} actions={<MarkdownLink page={groupHref(key)} />}>
          {description}
        </PageHeading>
      }
    >
      <div className="divide-y divide-line">
        {operations.map((operation) => (
          <Operation
            key={operation.id}
            operation={operation}
            schemas={schemas}
            siteUrl={env().siteUrl}
            commonCodes={new Set(commonErrorCodes)}
          />
        ))}
      </div>
      <TryIt operations={tryableOperations(operations)} />
    </ReferencePage>
  );
}

async function readGroup(params: GroupPageProps["params"]) {
  const { group } = await params;
  return reference().groups.find(({ key }) => key === group) ?? notFound();
}
