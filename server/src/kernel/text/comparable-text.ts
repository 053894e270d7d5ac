/** Platforms rewrite links, white space and the Unicode form. */
export function comparableText(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/https?:\/\/\S+/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
