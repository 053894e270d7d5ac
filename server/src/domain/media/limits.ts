const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export const uploadBytesMax = 5_368_709_120;

/** An upload must start within this time after it was presigned. */
export const ticketMs = 900_000;

export const uploadMsMax = 2 * hourMs;

/** After this time, no bytes can arrive for a presigned upload. */
export const uploadableMs = ticketMs + uploadMsMax;

/** Lifetime of files that are never attached to a post. */
export const unattachedMs = dayMs;

/** Lifetime of direct uploads and renditions, and of files whose last post was deleted. */
export const keptMs = 7 * dayMs;
