import http from "node:http";
import { median } from "../contest";
import { exchange, type Outgoing } from "../hammer";
import type { Traffic, Wire } from "../wire";

/** Enough for what happens once a minute or once a second to be the exception. */
const CALLS = 25;

/** What one request asks of the database: the median of calls one after the other to a server behind the wire. */
export async function trafficOf(wire: Wire, next: () => Outgoing): Promise<Traffic> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const calls: Traffic[] = [];
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
