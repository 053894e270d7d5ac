import { hourlyCaps } from '../../plans/limits.ts';

/** Rows of one transaction, as in one request to `POST /v1/contacts/bulk`. */
export const batchMax = 1000;
/** What the hourly cap of bulk imports lets through. */
export const rowsMax = batchMax * hourlyCaps['contact.bulk'];
export const fileBytesMax = 64 * 1024 * 1024;
