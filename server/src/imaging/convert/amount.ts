export function amount(sizeBytes: number): string {
  if (sizeBytes >= 1_000_000) return `${(sizeBytes / 1_000_000).toFixed(1)} MB`;
  return sizeBytes >= 1000 ? `${(sizeBytes / 1000).toFixed(0)} kB` : `${sizeBytes} bytes`;
}
