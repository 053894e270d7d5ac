/** Inserted without escaping. */
export type Html = { readonly html: string };

type Piece = string | number | Html | undefined | readonly Piece[];

/** Escapes every value except results of this function. */
export function html(strings: TemplateStringsArray, ...values: readonly Piece[]): Html {
  return { html: strings.reduce((text, part, index) => text + render(values[index - 1]) + part) };
}

function render(piece: Piece): string {
  if (piece === undefined) return '';
  if (typeof piece === 'string' || typeof piece === 'number') return escape(String(piece));
  return 'html' in piece ? piece.html : piece.map(render).join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}
