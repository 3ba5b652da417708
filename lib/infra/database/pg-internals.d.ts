declare module "pg/lib/utils.js" {
  /** Encodes a parameter as PostgreSQL reads it. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
