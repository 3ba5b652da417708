export const EVENT_RETENTION_DAYS = 30;
