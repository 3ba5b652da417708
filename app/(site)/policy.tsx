import type { Metadata } from "next";
import Link from "next/link";
import { PageHeading } from "@/components/ui/section";
import { orNotFound, visitorContext } from "@/lib/auth/page-context";
import { getPolicy, type Policy } from "@/lib/domain/deployment/policies/queries";
import { POLICIES, type PolicyName } from "@/lib/domain/deployment/policies/rules";
import { Prose } from "@/components/ui/prose";
import { ExactTime } from "@/components/ui/relative-time";

interface PolicyPageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Builds the page of one policy, which is a 404 until an admin has written it. */
export function policyPage(name: PolicyName) {
  return async function PolicyPage({ searchParams }: PolicyPageProps) {
    const version = versionOf((await searchParams).version);
    const policy = await orNotFound(getPolicy(await visitorContext(), { name, version }));
    return (
      <article>
        <PageHeading title={POLICIES[name].title} />
        <PolicyText name={name} policy={policy} />
      </article>
    );
  };
}

/** Keeps old versions out of search engines: they are for readers with a link. */
export function policyMetadata(name: PolicyName) {
  return async ({ searchParams }: PolicyPageProps): Promise<Metadata> => {
    const isOld = versionOf((await searchParams).version) !== undefined;
    return {
      title: POLICIES[name].title,
      alternates: { canonical: `/${name}` },
      ...(isOld && { robots: { index: false } }),
    };
  };
}

const versionOf = (value: string | string[] | undefined) =>
  typeof value === "string" && /^[1-9]\d{0,5}$/.test(value) ? Number(value) : undefined;

function PolicyText({ name, policy }: { name: PolicyName; policy: Policy }) {
  const { version, versions } = policy;
  const latest = versions[0]?.version;
  return (
    <>
      {version !== latest && (
        <p role="status" className="mb-5 rounded-card border border-line bg-surface px-4 py-3">
          This is version {version}, which is no longer in force.{" "}
          <Link href={`/${name}`} className="font-medium link">
            Read the current one
          </Link>
        </p>
      )}
      <Prose source={policy.content} html={policy.html} />
      <footer className="mt-8 border-t border-line pt-4 text-13 text-muted">
        <p>
          Last changed <ExactTime at={policy.changedAt} />, version {version}.
        </p>
        {versions.length > 1 && (
          <details className="mt-2">
            <summary className="cursor-pointer">All versions</summary>
            <ul className="mt-1">
              {versions.map((one) => (
                <li key={one.version}>
                  <Link
                    href={one.version === latest ? `/${name}` : `/${name}?version=${one.version}`}
                    prefetch={false}
                    className="inline-block py-1 hover:text-ink hover:underline pointer-coarse:py-2.5"
                  >
                    Version {one.version}, <ExactTime at={one.changedAt} />
                  </Link>
                </li>
              ))}
            </ul>
          </details>
        )}
      </footer>
    </>
  );
}
