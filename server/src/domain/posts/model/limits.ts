const second = 1000;
const day = 24 * 3_600_000;

/** How far in the future `scheduledFor` may be. */
export const leadMsMin = 60 * second;
export const leadMsMax = 366 * day;

export const duplicateWindowMs = day;

/** For all files of a post together. */
export const mediaTimeoutMs = 20 * second;

export const metadataBytesMax = 16 * 1024;

export const listedMax = 1000;
