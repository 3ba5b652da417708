const CHECK_MS = 500;

/** Calls `end` once the parent is gone, even by kill -9: npm's shell and the test runners tell nobody below them. */
export function endWithParent(end: () => unknown = () => process.exit(1)): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, CHECK_MS).unref();
}
