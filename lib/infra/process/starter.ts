/**
 * Ends this process when the one that started it is gone, even by kill -9; otherwise it would keep running and hold the
 * port. Does not flush the log: the starter was its reader, and a flush would retry the failing write forever
 * (sonic-boom 4.2).
 */
export function endWithStarter(): void {
  if (process.send === undefined) return;
  const end = () => process.kill(process.pid, "SIGKILL");
  if (process.connected) process.once("disconnect", end);
  else end();
}
