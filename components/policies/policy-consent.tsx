import { Fragment } from "react";
import { policyLinks } from "@/lib/domain/deployment/policies/rules";

export function PolicyConsent({ policies }: { policies: readonly string[] }) {
  const written = policyLinks(policies);
  if (written.length === 0) return null;
  return (
    <p className="mt-5 text-13 text-muted">
      What applies here:{" "}
      {written.map(({ name, title }, n) => (
        <Fragment key={name}>
          {n > 0 && (n === written.length - 1 ? " and " : ", ")}
          {/* In a tab of its own, so that the form keeps what was typed. */}
          <a href={`/${name}`} target="_blank" className="font-medium link">
            {title.toLowerCase()}
          </a>
        </Fragment>
      ))}
      .
    </p>
  );
}
