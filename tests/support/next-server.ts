export { NextRequest, NextResponse } from "next/server.js";

/** Next's `after`, where there is no request of Next's: the job is done at once. */
export function after(job: () => unknown): void {
  void job();
}
