import type { Metadata } from "next";
import { PolicyText } from "@/components/policies/policy-text";
import { PageHeading } from "@/components/ui/section";
import { orNotFound, visitorContext } from "@/lib/auth/page-context";
import { getPolicy } from "@/lib/domain/policies/queries";
import { POLICIES, type PolicyName } from "@/lib/domain/policies/rules";

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
