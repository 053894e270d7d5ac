const second = 1000;
const day = 24 * 3_600_000;

/** A time lies from 60 s to 366 days ahead. */
export const leadMsMin = 60 * second;
export const leadMsMax = 366 * day;

/** Two that say the same within so much time are one too many. */
export const duplicateWindowMs = day;

/** Fetching what lies elsewhere, all files of a post together. */
export const mediaTimeoutMs = 20 * second;

export const metadataBytesMax = 16 * 1024;

/** Of the newest that match a list. */
export const listedMax = 1000;
