export { NextRequest, NextResponse } from "next/server.js";

/** Replaces Next's `after` outside a Next request: runs the job at once. */
export function after(job: () => unknown): void {
  void job();
}
