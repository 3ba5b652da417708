/** Interval of the comments that keep proxies from closing a quiet stream (docs/contract.md#live-updates). */
export const COMMENT_EVERY_MS = 20_000;
/** When the server ends a stream and the browser reconnects: hosts like Vercel end requests after minutes. */
export const STREAM_LIFETIME_MS = 300_000;
/** How soon a browser reconnects after a stream broke. */
export const RETRY_MS = 2000;

/** Our choice: how often the database is polled for all streams of the process while Redis is not connected. */
export const POLL_MS = 1000;
/** How often it is polled while Redis is connected, to find events whose notifications were lost. */
export const SAFETY_POLL_MS = 15_000;
/** How often the sessions of all streams are checked, together, for having ended. */
export const SESSION_CHECK_MS = 1000;
/** How often access is rechecked. Events that end access are checked at once. */
export const ACCESS_CHECK_MS = 30_000;

/** Our choice: how much one of thousands of streams buffers for a reader that does not read, and for how long. */
export const MAX_BUFFERED_CHARS = 32_768;
export const STALL_MS = 15_000;

/** Streams per account, and per machine (docs/contract.md#live-updates). */
export const MAX_STREAMS_PER_ACCOUNT = 10;
export const MAX_STREAMS = 4000;
/** Streams ended per second because of their age, so that their readers do not all reconnect at once. */
export const MAX_ENDED_PER_SECOND = 100;
/** How long a stopping process waits for readers to receive the end of their streams. */
export const CLOSE_MS = 1000;
