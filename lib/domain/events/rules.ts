/** Days for which events can be read back. */
export const EVENT_RETENTION_DAYS = 30;
