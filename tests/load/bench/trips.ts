import http from "node:http";
import { median } from "../contest";
import { exchange, type Outgoing } from "../hammer";
import type { Traffic, Wire } from "../wire";

export type Trips = Pick<Traffic, "roundTrips" | "transactions">;

/** Enough calls that work done once a minute or once a second does not affect the median. */
const CALLS = 25;

/** The database traffic of one request: the median of successive calls to a server behind the counting proxy. */
export async function trafficOf(wire: Wire, next: () => Outgoing): Promise<Trips> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const calls: Trips[] = [];
  for (let call = 0; call < CALLS; call++) {
    const before = { ...wire.traffic };
    await exchange(agent, next());
    calls.push({
      roundTrips: wire.traffic.roundTrips - before.roundTrips,
      transactions: wire.traffic.transactions - before.transactions,
    });
  }
  agent.destroy();
  return {
    roundTrips: median(calls.map((call) => call.roundTrips)),
    transactions: median(calls.map((call) => call.transactions)),
  };
}
