import { Fragment } from "react";
import type { Schema } from "@/lib/openapi/operations";
import { componentOf, constraintsOf, type Field, fieldsOf, typeOf } from "@/lib/openapi/schemas";
import { schemaHref } from "./hrefs";
import { Prose, Anchor } from "./prose";
import "./reference.css";

interface FieldsProps {
  title?: string;
  fields: readonly (Field & { description?: string })[];
  schemas: Record<string, Schema>;
  /** Whether they are fields of a response, where required ones are the rule and are not marked. */
  inResponse?: boolean;
}

export function Fields({ title, fields, schemas, inResponse = false }: FieldsProps) {
  if (fields.length === 0) return null;
  const list = (
    <dl className="fields">
      {fields.map((field) => (
        <Row key={field.name} {...field} schemas={schemas} inResponse={inResponse} />
      ))}
    </dl>
  );
  if (!title) return list;
  return (
    <div>
      <h3 className="mb-1 text-13 font-semibold text-muted">{title}</h3>
      {list}
    </div>
  );
}

function Row({
  name,
  schema,
  required,
  description,
  schemas,
  inResponse,
}: Field & { description?: string; schemas: Record<string, Schema>; inResponse: boolean }) {
  const text = description ?? schema.description;
  const constraints = constraintsOf(schema).join(" · ");
  const nested = schema.properties
    ? schema
    : (schema.items as Schema | undefined)?.properties
      ? (schema.items as Schema)
      : undefined;
  const isMarked = inResponse !== required;
  const type = <Type schema={schema} />;
  // What is absent is not rendered at all: a page has a thousand rows, each of which React would mention it in.
  const term = isMarked ? (
    <dt>
      {name}
      {type}
      <em>{inResponse ? "optional" : "required"}</em>
    </dt>
  ) : (
    <dt>
      {name}
      {type}
    </dt>
  );
  const details = text || constraints ? <Details text={text} constraints={constraints} /> : undefined;
  const parts = nested && (
    <dd>
      <Fields fields={fieldsOf(nested, schemas)} schemas={schemas} inResponse={inResponse} />
    </dd>
  );
  if (!details && !parts) return <div>{term}</div>;
  return (
    <div>
      {term}
      {details && parts
        ? [<Fragment key="d">{details}</Fragment>, <Fragment key="p">{parts}</Fragment>]
        : (details ?? parts)}
    </div>
  );
}

function Details({ text, constraints }: { text?: string; constraints: string }) {
  if (!constraints)
    return (
      <dd>
        <Prose text={text ?? ""} />
      </dd>
    );
  return (
    <dd>
      {text ? <Prose text={text} /> : null} <small>{constraints}</small>
    </dd>
  );
}

export function Type({ schema }: { schema: Schema }) {
  const component = componentOf(schema) ?? componentOf((schema.items ?? {}) as Schema);
  const text = typeOf(schema);
  if (!component) return <code>{text}</code>;
  const [before, after] = text.split(component);
  return (
    <code>
      {before}
      <a href={schemaHref(component)}>{component}</a>
      {after}
    </code>
  );
}

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
