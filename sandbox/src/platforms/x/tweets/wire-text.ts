import type { Random } from '../../../core/state/random.ts';
import { piecesOf } from './weigh.ts';

export type ShortLink = {
  /** In code points of the returned text. */
  readonly start: number;
  readonly end: number;
  readonly url: string;
  readonly expandedUrl: string;
  readonly mediaKey?: string;
};

type Appended = { readonly expandedUrl: string; readonly mediaKey?: string };
type WireText = { readonly text: string; readonly links: readonly ShortLink[] };

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string): string => text.replaceAll(/[&<>]/g, (character) => escapes[character] ?? '');

/** X returns a short URL in place of every URL. */
export function wireTextOf(random: Random, content: string, appended: readonly Appended[]): WireText {
  const links: ShortLink[] = [];
  let text = '';
  const shorten = (link: Appended): void => {
    const start = [...text].length;
    const url = `https://t.co/${random.text(10, alphabet)}`;
    text += url;
    links.push({ ...link, start, end: start + url.length, url });
  };
  for (const piece of piecesOf(content)) {
    if (piece.kind === 'text') text += escaped(piece.text);
    else shorten({ expandedUrl: /^https?:/i.test(piece.text) ? piece.text : `http://${piece.text}` });
  }
  for (const link of appended) {
    if (text !== '') text += ' ';
    shorten(link);
  }
  return { text, links };
}
