const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export const uploadBytesMax = 5_368_709_120;

export const ticketMs = 900_000;

export const uploadMsMax = 2 * hourMs;

/** No bytes can arrive later than this after the presign. */
export const uploadableMs = ticketMs + uploadMsMax;

/** For files that are never attached to a post. */
export const unattachedMs = dayMs;

/** For direct uploads, renditions, and files whose last post was deleted. */
export const keptMs = 7 * dayMs;
