/** No upload takes longer. */
export const uploadMsMax = 2 * 3_600_000;
