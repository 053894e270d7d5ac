const emoji = /\p{RGI_Emoji}/gv;

/** An emoji counts as its bytes in UTF-8. */
export function lengthOf(text: string): number {
  const emojis = text.match(emoji) ?? [];
  const plain = text.replaceAll(emoji, '');
  return [...plain].length + Buffer.byteLength(emojis.join(''));
}

export function countLinks(text: string, attached: string | undefined): number {
  const inText = text.match(/https?:\/\/[^\s]+/gi) ?? [];
  return new Set([...inText, ...(attached === undefined ? [] : [attached])]).size;
}
