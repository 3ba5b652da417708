import { Anchor, Prose } from "@/components/api-docs/prose";
import { Day } from "@/components/ui/day";
import { API_CHANGES } from "@/lib/openapi/changes";

export function Changelog() {
  return (
    <div className="grid gap-x-10 gap-y-6 pt-8 wide:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <div className="max-w-prose space-y-3">
        <p>
          The version is part of the path. Within <Prose text="`/api/v1`" />, only additions are made: operations,
          optional fields, and values that you can send. Write clients that ignore unknown fields.
        </p>
        <p>
          Nothing is removed or changes type without twelve months of notice, both here and in the{" "}
          <Prose text="`Deprecation` and `Sunset`" /> headers of the affected responses.
        </p>
      </div>
      <ol className="space-y-6 border-l border-line pl-6">
        {API_CHANGES.map(({ version, date, changes }) => (
          <li key={version} className="relative">
            <span aria-hidden className="absolute top-2 -left-6 size-2.5 -translate-x-1/2 rounded-full bg-brand" />
            <Anchor id={`changes-${version}`} as="h3" className="text-17">
              {version}
            </Anchor>
            <Day date={date} className="text-13 text-muted" />
            <ul className="mt-1 space-y-1 text-muted">
              {changes.map((change, index) => (
                <li key={index}>
                  <Prose text={change} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </div>
  );
}
