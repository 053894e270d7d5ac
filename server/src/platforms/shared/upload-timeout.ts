const bytesPerMs = 250;

/** Allows enough time to upload at 2 Mbit/s. */
export function uploadMs(sizeBytes: number): number {
  return Math.ceil(sizeBytes / bytesPerMs);
}
