import { limits } from '../limits.ts';

/** These count one, all others two. */
const lightRanges = [
  [0x0000, 0x10ff],
  [0x2000, 0x200d],
  [0x2010, 0x201f],
  [0x2032, 0x2037],
] as const;

const topDomains = 'com|org|net|edu|gov|io|dev|app|co|info|biz|eu|de|uk|at|ch|fr|us|jp|test|social|news|blog';
const label = String.raw`[a-z0-9](?:[a-z0-9-]*[a-z0-9])?`;
const tail = String.raw`(?::\d+)?(?:[/?#][^\s<>"]*[^\s<>".,;:!?)\]'])?\/?`;

/** With a protocol, every host with a dot makes a URL; without one, the top-level domain must be known. */
const address = new RegExp(
  String.raw`(?<![\w@#$.\/-])(?:https?:\/\/(?:${label}\.)+[a-z]{2,}|(?:${label}\.)+(?:${topDomains})(?![\w-]))${tail}`,
  'gi',
);

type Piece = { readonly kind: 'url' | 'text'; readonly text: string };

export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(address)) {
    pieces.push({ kind: 'text', text: text.slice(end, match.index) }, { kind: 'url', text: match[0] });
    end = match.index + match[0].length;
  }
  return [...pieces, { kind: 'text' as const, text: text.slice(end) }].filter(({ text: each }) => each !== '');
}

export function weightOf(text: string): number {
  const weights = piecesOf(text.normalize('NFC')).map((piece) =>
    piece.kind === 'url' ? limits.urlWeight : plainWeight(piece.text),
  );
  return weights.reduce((sum, weight) => sum + weight, 0);
}

const emoji = /\p{RGI_Emoji}/gv;

function plainWeight(text: string): number {
  const emojis = text.match(emoji)?.length ?? 0;
  const rest = [...text.replaceAll(emoji, '')].map((character) => {
    const point = character.codePointAt(0) ?? 0;
    return lightRanges.some(([first, last]) => point >= first && point <= last) ? 1 : 2;
  });
  return rest.reduce<number>((sum, weight) => sum + weight, emojis * 2);
}
