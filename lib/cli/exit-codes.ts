import { PegboardConnectionError, PegboardError } from "@/lib/openapi/client/runtime";

/** The exit codes of the command line. docs/cli.md promises these numbers. */
export const EXIT = {
  ok: 0,
  /** The API rejected the request. */
  rejected: 1,
  /** The command was not understood. */
  usage: 2,
  /** There is no key, or the key is not allowed to. */
  notAllowed: 3,
  /** The server failed, or could not be reached. */
  failed: 4,
  rateLimited: 5,
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A failure that the user can fix, explained in a line or two. */
export class CommandError extends Error {
  override name = "CommandError";

  constructor(
    message: string,
    readonly exitCode: ExitCode,
  ) {
    super(message);
  }
}

export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof CommandError) return error.exitCode;
  if (error instanceof PegboardConnectionError) return EXIT.failed;
  if (!(error instanceof PegboardError)) throw error;
  const { status, code } = error;
  if (code === "unexpected_response" || status >= 500) return EXIT.failed;
  if (status === 401 || status === 403) return EXIT.notAllowed;
  return status === 429 ? EXIT.rateLimited : EXIT.rejected;
}
