import type { oas31 } from "zod-openapi";
import type { Schema } from "./operations";

/** An event that webhooks deliver. */
export interface DocumentedEvent {
  name: string;
  summary: string;
  schema: Schema;
  /** A complete request body. */
  example: { data: unknown };
}

export function eventsOf({ webhooks = {} }: oas31.OpenAPIObject): DocumentedEvent[] {
  return Object.entries(webhooks).map(([name, { post }]) => {
    const json = (post?.requestBody as oas31.RequestBodyObject).content["application/json"];
    return {
      name,
      summary: post?.summary ?? "",
      schema: json?.schema as Schema,
      example: json?.example as DocumentedEvent["example"],
    };
  });
}
