/** What two texts are compared by: networks rewrite links, white space and the form of letters. */
export function comparableText(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/https?:\/\/\S+/gi, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
