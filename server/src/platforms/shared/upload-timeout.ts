import { platformCallMsMax } from '../../kernel/platform-http.ts';

const bytesPerMs = 250;

/** A line of 2 Mbit/s gets its file through. */
export function uploadTimeoutMs(sizeBytes: number): number {
  return platformCallMsMax + Math.ceil(sizeBytes / bytesPerMs);
}
