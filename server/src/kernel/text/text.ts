/** PostgreSQL stores neither U+0000 nor lone surrogates, so they are refused at the door. */
export function isStorableText(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}
