export const fileBytesMax = 2 * 1024 * 1024;
export const rowsMax = 500;
export const columnsMax = 100;
export const cellBytesMax = 256 * 1024;
export const urlsMax = 50;

/** For all files together. */
export const mediaTimeoutMs = 90_000;

/** Keeps the idempotency key of a row within 255 characters. */
export const requestIdLengthMax = 200;

export const warningsMax = 1000;
