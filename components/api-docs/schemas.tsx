import type { Schema } from "@/lib/description/operations";
import { fieldsOf } from "@/lib/description/schemas";
import { Anchor } from "./anchor";
import { Fields } from "./fields";
import { Prose } from "./prose";

/** Every shape that answers are made of. Pages and events are told elsewhere. */
export function Schemas({ schemas }: { schemas: Record<string, Schema> }) {
  const shapes = Object.entries(schemas)
    .filter(([name]) => !/(Page|Event)$/.test(name))
    .toSorted(([a], [b]) => a.localeCompare(b));
  return (
    <div className="mt-6 gap-x-10 md:columns-2">
      {shapes.map(([name, schema]) => (
        <section key={name} aria-labelledby={`schema-${name}`} className="mb-8 break-inside-avoid-column">
          <Anchor id={`schema-${name}`} as="h3" className="font-mono! text-17">{name}</Anchor>
          {schema.description && <p className="mb-2 text-muted"><Prose text={schema.description} /></p>}
          <Fields fields={fieldsOf(schema, schemas)} schemas={schemas} answered={!name.startsWith("New") && !name.endsWith("Changes")} />
        </section>
      ))}
    </div>
  );
}
