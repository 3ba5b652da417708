import { z } from "zod";
import type { ZodOpenApiPathItemObject } from "zod-openapi";

/** An event that webhooks deliver, and the schema of the whole body that is sent for it. */
export interface DeliveredEvent {
  name: string;
  summary: string;
  body: z.ZodType;
}

/** The headers of every delivery (6), with what a receiver does with each. */
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
        "Sent to each of your enabled endpoints that subscribed to it. Answer with any 2xx within 15 seconds; anything else is tried again.",
      requestParams: { header: z.object(Object.fromEntries(sent)) },
      requestBody: { required: true, content: { "application/json": { schema: body } } },
      responses: { "2XX": { description: "Received. What the body says is ignored." } },
    },
  };
}
