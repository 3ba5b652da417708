import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { Code, CodeCard } from "@/components/api-docs/code";
import { CopyHandler } from "@/components/api-docs/copy-handler";
import { errorHref, REFERENCE } from "@/components/api-docs/hrefs";
import { Prose } from "@/components/api-docs/prose";
import { Wide, PageHeading } from "@/components/ui/section";
import { requestText, responseText } from "@/lib/openapi/error-pages";
import { reference } from "@/lib/openapi/reference";

type ErrorPageProps = PageProps<"/docs/errors/[code]">;

export async function generateMetadata({ params }: ErrorPageProps): Promise<Metadata> {
  const { code, when } = await readError(params);
  const markdown = { "text/markdown": `${errorHref(code)}.md` };
  return { title: `${code} · API`, description: when.replaceAll("`", ""), alternates: { types: markdown } };
}

/** What an error's `doc_url` links to. */
export default async function ErrorPage({ params }: ErrorPageProps) {
  const { code, status, type, when, remedy, recorded } = await readError(params);
  return (
    <Wide>
      <PageHeading
        title={code}
        actions={
          <a href={`${errorHref(code)}.md`} className="text-13 link">
            As Markdown
          </a>
        }
      >
        <span className="font-mono text-13">
          {status} {type}
        </span>
      </PageHeading>
      <p className="mt-4 max-w-prose text-17">
        <Prose text={when} />
      </p>
      <h2 className="mt-8 mb-2 text-21">What to do</h2>
      <p className="max-w-prose text-17">
        <Prose text={remedy} />
      </p>
      <h2 className="mt-8 mb-3 text-21">How it comes about</h2>
      <div className="grid gap-4">
        <CodeCard title="A request">
          <Code code={requestText(recorded)} language="http" />
        </CodeCard>
        <CodeCard title="Its response">
          <Code code={responseText(recorded)} language="http" />
        </CodeCard>
      </div>
      <p className="mt-8 text-muted">
        <Link href={`${REFERENCE}#errors`} className="link">
          All error codes
        </Link>
      </p>
      <CopyHandler />
    </Wide>
  );
}

async function readError(params: ErrorPageProps["params"]) {
  const { code } = await params;
  return reference().errors.find((error) => error.code === code) ?? notFound();
}
