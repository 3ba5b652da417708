const CHECK_MS = 500;

/**
 * Calls `end` once the parent process is gone, even by kill -9. Npm's shell and the test runners do not signal their
 * children.
 */
export function endWithParent(end: () => unknown = () => process.exit(1)): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, CHECK_MS).unref();
}
