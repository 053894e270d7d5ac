const bytesPerMs = 250;

/** Allows for 2 Mbit/s. */
export function uploadMs(sizeBytes: number): number {
  return Math.ceil(sizeBytes / bytesPerMs);
}
