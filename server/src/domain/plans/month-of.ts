/** The UTC month around an instant, from its first to its last millisecond. Pure. */
export function monthOf(at: Date): { from: string; to: string } {
  const from = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1);
  const next = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
  return { from: new Date(from).toISOString(), to: new Date(next - 1).toISOString() };
}
