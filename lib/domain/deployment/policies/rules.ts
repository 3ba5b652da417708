/** The policies that a site can publish, each at `/` and its name. None exists until an admin writes it. */
export const POLICIES = {
  rules: { title: "Rules", about: "What is welcome here, and what moderators act on." },
  terms: { title: "Terms", about: "What people agree to when they make an account." },
  privacy: { title: "Privacy", about: "What the site keeps about people, why, and for how long." },
} as const;
export type PolicyName = keyof typeof POLICIES;
export const POLICY_NAMES = Object.keys(POLICIES) as [PolicyName, ...PolicyName[]];

export interface PolicyLink {
  name: PolicyName;
  title: string;
}

/** Returns links to the policies among `written`, in our order. */
export function policyLinks(written: readonly string[]): PolicyLink[] {
  return POLICY_NAMES.filter((name) => written.includes(name)).map((name) => ({ name, title: POLICIES[name].title }));
}

/** Code points of a policy (docs/contract.md#administration). */
export const MAX_POLICY = 50_000;

/** Far beyond any real number of versions, and the next one still fits the column. */
export const MAX_VERSION = 1_000_000;

/** Our choice: earlier versions that a policy's page links to. All have an address. */
export const LISTED_VERSIONS = 50;
