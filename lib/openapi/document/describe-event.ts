import { z } from "zod";
import type { ZodOpenApiPathItemObject } from "zod-openapi";

/** An event that webhooks deliver, with the schema of its whole request body. */
export interface DeliveredEvent {
  name: string;
  summary: string;
  body: z.ZodType;
}

/** A header of every delivery (docs/contract.md#events-and-deliveries). */
export interface DeliveryHeader {
  name: string;
  description: string;
  example: string;
}

export function describeEvent(
  { name, summary, body }: DeliveredEvent,
  headers: readonly DeliveryHeader[],
  tag: string,
): ZodOpenApiPathItemObject {
  const sent = headers.map(({ name: header, description, example }) => [
    header,
    z.string().meta({ description, example }),
  ]);
  return {
    post: {
      operationId: `on.${name}`,
      tags: [tag],
      summary,
      description:
        "Sent to each of your enabled endpoints that subscribe to it. Respond with any 2xx within 15 seconds; anything else is retried.",
      requestParams: { header: z.object(Object.fromEntries(sent)) },
      requestBody: { required: true, content: { "application/json": { schema: body } } },
      responses: { "2XX": { description: "Received. The response body is ignored." } },
    },
  };
}
