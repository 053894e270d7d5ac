import { threadOf } from './thread.ts';

type Words = { content: string; hashtags: readonly string[]; mentions: readonly string[] };
type TextInput<Media> = { customContent: string | null; settings: Settings; media: readonly Media[] };
type Settings = Readonly<Record<string, unknown>> | null;

/** The items of a thread replace the post's own text and media. */
export function publishedParts<Media>(
  words: Words,
  { customContent, settings, media }: TextInput<Media>,
): { text: string; media: readonly Media[]; thread: readonly { text: string; media: readonly Media[] }[] } {
  const [root, ...rest] = threadOf<Media>(settings);
  if (root === undefined) return { text: publishedText(words, customContent), media, thread: [] };
  const thread = rest.map((item) => ({ text: item.content, media: item.media }));
  return { text: publishedText({ ...words, content: root.content }, null), media: root.media, thread };
}

function publishedText({ content, hashtags, mentions }: Words, customContent: string | null): string {
  const own = customContent === null || customContent === '' ? content : customContent;
  const words = [...hashtags.map((tag) => `#${tag}`), ...mentions.map((name) => `@${name}`)];
  const missing = words.filter((word, index) => !holds(own, word) && words.indexOf(word) === index);
  if (missing.length === 0) return own;
  return own === '' ? missing.join(' ') : `${own}\n\n${missing.join(' ')}`;
}

/** Matches whole words without case: #art is not in #artist. */
function holds(text: string, word: string): boolean {
  const [lowered, needle] = [text.toLowerCase(), word.toLowerCase()];
  for (let at = lowered.indexOf(needle); at >= 0; at = lowered.indexOf(needle, at + 1)) {
    if (!isWordPart(characterBefore(lowered, at)) && !isWordPart(characterAt(lowered, at + needle.length))) return true;
  }
  return false;
}

function characterAt(text: string, index: number): string {
  const code = text.codePointAt(index);
  return code === undefined ? ' ' : String.fromCodePoint(code);
}

/** Characters outside the BMP have two UTF-16 units. */
function characterBefore(text: string, index: number): string {
  if (index === 0) return ' ';
  const pair = index >= 2 ? characterAt(text, index - 2) : '';
  return pair.length === 2 ? pair : characterAt(text, index - 1);
}

function isWordPart(character: string): boolean {
  return /[\p{L}\p{N}_]/u.test(character);
}
