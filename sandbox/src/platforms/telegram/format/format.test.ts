import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FormatError, type Formatted } from './entity.ts';
import { parseHtml } from './html.ts';
import { parseMarkdown } from './markdown.ts';
import { parseMarkdownV2 } from './markdown-v2.ts';

/** Text, then entities as type:offset+length. */
const shown = ({ text, entities }: Formatted): string =>
  [text, ...entities.map(({ type, offset, length }) => `${type}:${offset}+${length}`)].join(' | ');

const good: [(text: string) => Formatted, string, string][] = [
  [parseHtml, 'a <b>b <i>c</i></b> &lt;&#65;&#x42;', 'a b c <AB | bold:2+3 | italic:4+1'],
  [parseHtml, '<span class="tg-spoiler">x</span><pre>y</pre>', 'xy | spoiler:0+1 | pre:1+1'],
  [parseHtml, '<blockquote expandable>q</blockquote><u></u>', 'q | expandable_blockquote:0+1'],
  [parseHtml, '<a href="nowhere">x</a> & 1 > 0', 'x & 1 > 0'],
  [
    parseMarkdownV2,
    '*b* _i_ __u__ ~s~ ||h||',
    'b i u s h | bold:0+1 | italic:2+1 | underline:4+1 | strikethrough:6+1 | spoiler:8+1',
  ],
  [parseMarkdownV2, '*b _i_*\\.', 'b i. | bold:0+3 | italic:2+1'],
  [parseMarkdownV2, '`a.b` ```ts\nx.y```', 'a.b x.y | code:0+3 | pre:4+3'],
  [parseMarkdownV2, '[a\\]b](https://x.example/\\))', 'a]b | text_link:0+3'],
  [parseMarkdownV2, '>one\n>two\nthree', 'one\ntwo\nthree | blockquote:0+8'],
  [
    parseMarkdown,
    '*b* _i_ `c` [l](https://x.example/) \\* 1.5',
    'b i c l * 1.5 | bold:0+1 | italic:2+1 | code:4+1 | text_link:6+1',
  ],
];

test('renders formatted text as readers see it', () => {
  for (const [parse, source, expected] of good) assert.equal(shown(parse(source)), expected, source);
});

const bad: [(text: string) => Formatted, string, string][] = [
  [parseHtml, 'é<b>x', 'Can\'t find end tag corresponding to start tag "b"'],
  [parseHtml, 'é<b>x</i>', 'Unmatched end tag at byte offset 6, expected "</b>", found "</i>"'],
  [parseHtml, 'x</b>', 'Unexpected end tag at byte offset 1'],
  [parseHtml, 'é < 5', 'Unclosed start tag at byte offset 3'],
  [parseHtml, '<p>x</p>', 'Unsupported start tag "p" at byte offset 0'],
  [parseHtml, '<span>x</span>', 'Tag "span" must have class "tg-spoiler" at byte offset 0'],
  [parseMarkdownV2, 'é *x', "Can't find end of Bold entity at byte offset 3"],
  [parseMarkdownV2, '_a *b_ c*', "Can't find end of Bold entity at byte offset 8"],
  [parseMarkdownV2, '[a]', "Can't find end of TextUrl entity at byte offset 0"],
  [parseMarkdownV2, 'a-b', "Character '-' is reserved and must be escaped with the preceding '\\'"],
  [parseMarkdownV2, '`a', "Can't find end of Code entity at byte offset 0"],
  [parseMarkdown, 'a [b', "Can't find end of the entity starting at byte offset 2"],
];

test('rejects unparsable text with its position', () => {
  for (const [parse, source, message] of bad) {
    assert.throws(
      () => parse(source),
      (error) => error instanceof FormatError && error.message === message,
      source,
    );
  }
});
