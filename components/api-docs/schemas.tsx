import type { Schema } from "@/lib/openapi/operations";
import { fieldsOf } from "@/lib/openapi/schemas";
import { Anchor } from "./anchor";
import { Fields } from "./fields";
import { Prose } from "./prose";

export function Schemas({ names, schemas }: { names: readonly string[]; schemas: Record<string, Schema> }) {
  return (
    <div className="schemas mt-6 gap-x-10 md:columns-2">
      {names.map((name) => (
        <section key={name} aria-labelledby={`schema-${name}`}>
          <Anchor id={`schema-${name}`} as="h2">
            {name}
          </Anchor>
          {schemas[name]?.description && (
            <p>
              <Prose text={schemas[name].description} />
            </p>
          )}
          <Fields fields={fieldsOf(schemas[name] ?? {}, schemas)} schemas={schemas} inResponse />
        </section>
      ))}
    </div>
  );
}
