import Link from "next/link";
import { Prose } from "@/components/ui/prose";
import { ExactTime } from "@/components/ui/relative-time";
import type { Policy } from "@/lib/domain/policies/queries";
import type { PolicyName } from "@/lib/domain/policies/rules";

/** A policy, the time of its last change, and its earlier versions. */
export function PolicyText({ name, policy }: { name: PolicyName; policy: Policy }) {
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
