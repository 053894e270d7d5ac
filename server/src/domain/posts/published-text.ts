type Words = { content: string; hashtags: readonly string[]; mentions: readonly string[] };

/** What a network gets: the target's own words or the post's, and below them the tags and mentions they do not hold. */
export function publishedText({ content, hashtags, mentions }: Words, customContent: string | null): string {
  const own = customContent === null || customContent === '' ? content : customContent;
  const wanted = [...hashtags.map((tag) => `#${tag}`), ...mentions.map((name) => `@${name}`)];
  const missing = wanted.filter((word, index) => !holds(own, word) && wanted.indexOf(word) === index);
  if (missing.length === 0) return own;
  return own === '' ? missing.join(' ') : `${own}\n\n${missing.join(' ')}`;
}

/** As a word of its own, in any case: #art is not in #artist. */
function holds(text: string, word: string): boolean {
  const [lowered, wanted] = [text.toLowerCase(), word.toLowerCase()];
  for (let at = lowered.indexOf(wanted); at >= 0; at = lowered.indexOf(wanted, at + 1)) {
    const before = lowered.slice(0, at).match(/.$/su)?.[0] ?? ' ';
    const after = lowered.slice(at + wanted.length).match(/^./su)?.[0] ?? ' ';
    if (!isWordPart(before) && !isWordPart(after)) return true;
  }
  return false;
}

function isWordPart(character: string): boolean {
  return /[\p{L}\p{N}_]/u.test(character);
}
