const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Of a presigned upload. */
export const uploadBytesMax = 5_368_709_120;

/** An upload must begin within this time after it was presigned. */
export const ticketMs = 900_000;

/** No upload takes longer. */
export const uploadMsMax = 2 * hourMs;

/** Never attached to a post. */
export const unattachedMs = dayMs;

/** After the last post that had it is gone; direct uploads and renditions stay as long. */
export const keptMs = 7 * dayMs;
