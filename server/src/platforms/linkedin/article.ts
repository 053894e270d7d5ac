import { webUrl } from '../shared/platform-text.ts';

const titleMax = 200;

/** LinkedIn creates no card itself. The page is not fetched, so the title is the URL. */
export function articleOf(text: string): { source: string; title: string } | undefined {
  const [link] = /https?:\/\/[^\s<>"]+/i.exec(text) ?? [];
  const source = webUrl(link?.replace(/[.,;:!?'")\]}]+$/, ''));
  if (source === undefined) return undefined;
  const { hostname, pathname } = new URL(source);
  const title = `${hostname.replace(/^www\./, '')}${readable(pathname)}`;
  return { source, title: title.slice(0, titleMax).toWellFormed() };
}

function readable(path: string): string {
  try {
    return decodeURIComponent(path).replace(/\/$/, '');
  } catch {
    return path.replace(/\/$/, '');
  }
}
