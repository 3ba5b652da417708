import type { Schema } from "@/lib/description/operations";
import { boundsOf, componentOf, type Field, fieldsOf, typeOf } from "@/lib/description/schemas";
import { schemaAddress } from "./addresses";
import { Prose } from "./prose";

interface FieldsProps {
  title?: string;
  fields: readonly (Field & { description?: string })[];
  schemas: Record<string, Schema>;
  /** What an answer always carries need not be said field by field. */
  answered?: boolean;
}

/** Fields or parameters, a row each; what is nested stands under its field. */
export function Fields({ title, fields, schemas, answered = false }: FieldsProps) {
  if (fields.length === 0) return null;
  return (
    <div>
      {title && <h3 className="mb-1 text-13 font-semibold text-muted">{title}</h3>}
      <dl className="divide-y divide-line border-y border-line">
        {fields.map((field) => (
          <Row key={field.name} {...field} schemas={schemas} answered={answered} />
        ))}
      </dl>
    </div>
  );
}

function Row({
  name,
  schema,
  required,
  description,
  schemas,
  answered,
}: Field & { description?: string; schemas: Record<string, Schema>; answered: boolean }) {
  const words = description ?? schema.description;
  const nested = schema.properties
    ? schema
    : (schema.items as Schema | undefined)?.properties
      ? (schema.items as Schema)
      : undefined;
  return (
    <div className="py-2.5">
      <dt className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-mono text-13 font-semibold">{name}</span>
        <Type schema={schema} />
        {answered !== required && <span className="text-13 text-brand">{answered ? "may be absent" : "required"}</span>}
      </dt>
      {(words || boundsOf(schema).length > 0) && (
        <dd className="mt-0.5 text-muted">
          {words && <Prose text={words} />} <span className="text-13">{boundsOf(schema).join(" · ")}</span>
        </dd>
      )}
      {nested && (
        <dd className="mt-2 pl-4">
          <Fields fields={fieldsOf(nested, schemas)} schemas={schemas} answered={answered} />
        </dd>
      )}
    </div>
  );
}

/** The type's words; the name of a schema leads to it. */
export function Type({ schema }: { schema: Schema }) {
  const component = componentOf(schema) ?? componentOf((schema.items ?? {}) as Schema);
  const words = typeOf(schema);
  if (!component) return <span className="font-mono text-13 text-muted">{words}</span>;
  const [before, after] = words.split(component);
  return (
    <span className="font-mono text-13 text-muted">
      {before}
      <a href={schemaAddress(component)} className="link">
        {component}
      </a>
      {after}
    </span>
  );
}
