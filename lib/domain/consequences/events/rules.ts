export const EVENT_RETENTION_DAYS = 30;

/** Our choice: how many events a page of some names examines at most. Names have no index. */
export const EXAMINED_EVENTS = 5000;
