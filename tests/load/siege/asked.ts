import { type Attack, attack } from "./attack";
import { crowd } from "./crowd";
import type { Asking } from "./target";

/** An attack by many clients that each repeat one request. */
export const asked = (
  name: string,
  description: string,
  clients: number,
  question: (client: number, round: number) => Asking,
): Attack =>
  attack({
    name,
    description,
    run: (target, signal) =>
      crowd(clients, signal, (client, round) => target.ask({ from: client, ...question(client, round) })),
  });
