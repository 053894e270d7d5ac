/** In UTC, from the first to the last millisecond. */
export function monthOf(at: Date): { from: string; to: string } {
  const from = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1);
  const next = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
  return { from: new Date(from).toISOString(), to: new Date(next - 1).toISOString() };
}
