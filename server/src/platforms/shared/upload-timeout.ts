const bytesPerMs = 250;

/** A line of 2 Mbit/s gets its file through. */
export function uploadMs(sizeBytes: number): number {
  return Math.ceil(sizeBytes / bytesPerMs);
}
