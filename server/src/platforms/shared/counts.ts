/** Some platforms send counts as text, and any may send nonsense, which counts as 0. */
export function countOf(value: unknown): number {
  const isText = typeof value === 'string' && /^\d{1,15}$/.test(value);
  const count = isText ? Number(value) : value;
  return typeof count === 'number' && Number.isSafeInteger(count) && count > 0 ? count : 0;
}
