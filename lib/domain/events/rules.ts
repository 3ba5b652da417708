/** How long events can be caught up on. */
export const EVENT_RETENTION_DAYS = 30;
