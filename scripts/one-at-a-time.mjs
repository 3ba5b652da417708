/** More than anybody sends ahead on one connection. */
const MOST_AHEAD = 100;

/**
 * Answers the requests of a connection one after the other. Node begins all that are sent ahead at once, and keeps their
 * answers: some kilobytes of requests, whose sender reads nothing, held gigabytes. `answer` is also given whether its request
 * is the last that has been sent.
 */
export function oneAtATime(answer) {
  const waiting = new WeakMap();

  function begin(socket, request, response) {
    response.once("close", () => {
      const next = waiting.get(socket).shift();
      if (next && !socket.destroyed) begin(socket, ...next);
      else waiting.delete(socket);
    });
    answer(request, response, () => !waiting.get(socket)?.length);
  }

  return (request, response) => {
    const { socket } = request;
    const ahead = waiting.get(socket);
    if (ahead?.length === MOST_AHEAD) return socket.destroy();
    if (ahead) return ahead.push([request, response]);
    waiting.set(socket, []);
    begin(socket, request, response);
  };
}
