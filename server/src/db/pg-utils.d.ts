declare module 'pg/lib/utils.js' {
  /** Converts a value as the driver does for its own queries. */
  export function prepareValue(value: unknown): Buffer | string | null;
}
