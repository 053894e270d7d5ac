/** PostgreSQL cannot store U+0000 or lone surrogates. */
export function isStorableText(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}
