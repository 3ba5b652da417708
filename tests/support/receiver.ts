import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

export interface Arrival {
  headers: IncomingHttpHeaders;
  body: string;
  at: number;
}

interface Answer {
  status: number;
  body?: string;
}

/** A webhook receiver on loopback that stores the requests it receives. `answer` decides the response to each. */
export async function startReceiver(answer: (arrival: Arrival) => Answer | Promise<Answer> = () => ({ status: 204 })) {
  const arrivals: Arrival[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const arrival = { headers: request.headers, body, at: Date.now() };
    arrivals.push(arrival);
    const said = await answer(arrival);
    response.writeHead(said.status).end(said.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, arrivals, stop: () => new Promise((resolve) => server.close(resolve)) };
}
