const baseMs = 25_000;
const bytesPerMs = 250;

/** A line of 2 Mbit/s gets its file through. */
export function uploadTimeoutMs(sizeBytes: number): number {
  return baseMs + Math.ceil(sizeBytes / bytesPerMs);
}
