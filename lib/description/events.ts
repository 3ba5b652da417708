import type { oas31 } from "zod-openapi";
import type { Schema } from "./operations";

/** An event that webhooks deliver. */
export interface DescribedEvent {
  name: string;
  summary: string;
  schema: Schema;
  /** A whole body. */
  example: { data: unknown };
}

export function eventsOf({ webhooks = {} }: oas31.OpenAPIObject): DescribedEvent[] {
  return Object.entries(webhooks).map(([name, { post }]) => {
    const json = (post?.requestBody as oas31.RequestBodyObject).content["application/json"];
    return {
      name,
      summary: post?.summary ?? "",
      schema: json?.schema as Schema,
      example: json?.example as DescribedEvent["example"],
    };
  });
}
