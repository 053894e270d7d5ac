import { readFile } from 'node:fs/promises';
import type { Marked, Tokens } from 'marked';

const names = [
  ...['quick-start', 'posts', 'media', 'queues', 'bulk-upload', 'accounts', 'platforms'],
  ...['inbox', 'contacts', 'automations', 'analytics', 'webhooks', 'events', 'api-rules'],
  ...['moving', 'sandbox', 'deploy', 'operations', 'configuration', 'reliability'],
];
const folder = new URL('../../../../docs/', import.meta.url);

export const guidePath = (name: string): string => `/docs/guides/${name}`;

type GuideSection = { heading: string; anchor: string; text: string };
export type Guide = { name: string; title: string; html: string; sections: readonly GuideSection[] };

let loading: Promise<readonly Guide[]> | undefined;

/** Rendered at the first request: most processes never need guides. */
export function guides(): Promise<readonly Guide[]> {
  loading ??= Promise.all(names.map(readGuide)).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function readGuide(name: string): Promise<Guide> {
  const text = await readFile(new URL(`${name}.md`, folder), 'utf8');
  const markdown = await createMarkdown();
  const tokens = markdown.lexer(text);
  await Promise.all(imagesOf(markdown, tokens).map(embed));
  const sections = sectionsOf(tokens);
  return { name, title: sections[0]?.heading ?? name, html: markdown.parser(tokens), sections };
}

async function createMarkdown(): Promise<Marked> {
  const { Marked } = await import('marked');
  return new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        return `<a href="${urlOf(href).replaceAll('"', '%22')}">${this.parser.parseInline(tokens)}</a>`;
      },
    },
  });
}

/** The same anchors as on pages that show a repository's documents. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}

/** Links to documents that are not served lead to the list of guides. */
function urlOf(href: string): string {
  const [file = '', anchor] = href.split('#');
  if (file === '' || /^[a-z]+:/i.test(file) || file.startsWith('/')) return href;
  const suffix = anchor === undefined ? '' : `#${anchor}`;
  if (file === 'errors.md') return `/docs/errors${suffix}`;
  const name = file.replace(/\.md$/, '');
  return names.includes(name) ? `${guidePath(name)}${suffix}` : '/docs/guides';
}

function imagesOf(markdown: Marked, tokens: Tokens.Generic[]): Tokens.Image[] {
  const images: Tokens.Image[] = [];
  void markdown.walkTokens(tokens, (token) => {
    if (token.type === 'image') images.push(token as Tokens.Image);
  });
  return images;
}

async function embed(image: Tokens.Image): Promise<void> {
  const bytes = await readFile(new URL(image.href, folder));
  image.href = `data:image/svg+xml;base64,${bytes.toString('base64')}`;
}

function sectionsOf(tokens: readonly Tokens.Generic[]): GuideSection[] {
  const sections: GuideSection[] = [];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const heading = String(token['text']).replaceAll('`', '');
      sections.push({ heading, anchor: anchorOf(String(token['text'])), text: '' });
    } else {
      const last = sections.at(-1);
      if (last !== undefined) last.text += token.raw;
    }
  }
  return sections;
}
