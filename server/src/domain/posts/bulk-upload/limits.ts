export const fileBytesMax = 2 * 1024 * 1024;
export const rowsMax = 500;
export const columnsMax = 100;
export const cellBytesMax = 256 * 1024;
/** Addresses of files, each counted once, over all rows. */
export const urlsMax = 50;

/** Fetching them all. */
export const mediaTimeoutMs = 90_000;

/** So that the name of a row stays within 255 characters. */
export const requestIdLengthMax = 200;

/** Beyond these nobody reads them. */
export const warningsMax = 1000;
