import { hourlyCaps } from '../../plans/limits.ts';

/** One transaction, like a request to `POST /v1/contacts/bulk`. */
export const batchMax = 1000;
export const rowsMax = batchMax * hourlyCaps['contact.bulk'];
export const fileBytesMax = 64 * 1024 * 1024;
