/**
 * A body that is refused in its middle is abandoned: Node forgets the connection and leaves the rest inside it, where the
 * next request would wait behind it for good. The rest is read unseen instead.
 */
export function readOutIfAbandoned(request) {
  const { socket } = request;
  request.once("close", () => {
    if (request.complete) return;
    // Nobody takes the bytes, so Node pauses the socket at each of them.
    const goOn = () => (request.complete ? socket.off("pause", goOn) : socket.resume());
    socket.on("pause", goOn);
    goOn();
  });
}
