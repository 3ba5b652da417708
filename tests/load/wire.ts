import net, { type AddressInfo } from "node:net";

/** The traffic of a database connection. */
export interface Traffic {
  /** Round trips to the database. Statements sent together count as one. */
  roundTrips: number;
  /** Transactions of more than one statement. */
  transactions: number;
}

export interface Wire {
  /** The database's address through this proxy. */
  url: string;
  traffic: Traffic;
  close(): void;
}

/**
 * A proxy that counts round trips: the first bytes from a client after a response begin a new one. The status in each
 * ReadyForQuery tells whether a transaction is open.
 */
export async function openWire(databaseUrl: string): Promise<Wire> {
  const { hostname, port } = new URL(databaseUrl);
  const traffic: Traffic = { roundTrips: 0, transactions: 0 };
  const server = net.createServer((client) => {
    const database = net.connect(Number(port), hostname);
    let open = false;
    // The first ReadyForQuery ends the handshake.
    let isAnswered = false;
    let isReady = false;
    const count = eachMessage((type, status) => {
      if (type !== READY_FOR_QUERY) return;
      isReady = true;
      if (open && status === "I") traffic.transactions += 1;
      open = status !== "I";
    });
    client.pipe(database);
    client.on("data", (bytes: Buffer) => {
      if (isAnswered && bytes[0] !== TERMINATE) traffic.roundTrips += 1;
      isAnswered = false;
    });
    database.on("data", (bytes: Buffer) => {
      count(bytes);
      isAnswered = isReady;
      client.write(bytes);
    });
    database.on("close", () => client.destroy()).on("error", () => client.destroy());
    client.on("close", () => database.destroy()).on("error", () => database.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: url.href, traffic, close: () => server.close() };
}

const READY_FOR_QUERY = 0x5a;
const TERMINATE = 0x58;
/** Every message is a type byte, then four bytes with the length of the rest including themselves. */
const HEADER = 5;

/** Calls back with each message's type, and the first character of its content. */
function eachMessage(onMessage: (type: number, first: string) => void): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (bytes) => {
    rest = rest.length ? Buffer.concat([rest, bytes]) : bytes;
    while (rest.length >= HEADER) {
      const end = 1 + rest.readUInt32BE(1);
      if (rest.length < end) return;
      onMessage(rest[0]!, String.fromCharCode(rest[HEADER] ?? 0));
      rest = rest.subarray(end);
    }
  };
}
