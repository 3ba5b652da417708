/**
 * Ends this process when the one that started it is gone, even by kill -9: it would keep running, and keep the port. It
 * ends without flushing the log: the starter read it, and a flush repeats a write that fails for ever (sonic-boom
 * 4.2).
 */
export function endWithStarter(): void {
  if (process.send === undefined) return;
  const end = () => process.kill(process.pid, "SIGKILL");
  if (process.connected) process.once("disconnect", end);
  else end();
}
