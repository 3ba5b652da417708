import type { Schema } from "@/lib/openapi/operations";
import { fieldsOf } from "@/lib/openapi/schemas";
import { Anchor } from "./anchor";
import { Fields } from "./fields";
import { Prose } from "./prose";

/** The schemas with a section of their own, by name. Pages are covered by the guides, events by their catalog. */
export function shownSchemas(schemas: Record<string, Schema>): [string, Schema][] {
  return Object.entries(schemas)
    .filter(([name]) => !/(Page|Event)$/.test(name))
    .toSorted(([a], [b]) => a.localeCompare(b));
}

export function Schemas({ schemas }: { schemas: Record<string, Schema> }) {
  return (
    <div className="mt-6 gap-x-10 md:columns-2">
      {shownSchemas(schemas).map(([name, schema]) => (
        <section key={name} aria-labelledby={`schema-${name}`} className="mb-8 break-inside-avoid-column">
          <Anchor id={`schema-${name}`} as="h2" className="font-mono! text-17">
            {name}
          </Anchor>
          {schema.description && (
            <p className="mb-2 text-muted">
              <Prose text={schema.description} />
            </p>
          )}
          <Fields
            fields={fieldsOf(schema, schemas)}
            schemas={schemas}
            inResponse={!name.startsWith("New") && !name.endsWith("Changes")}
          />
        </section>
      ))}
    </div>
  );
}
