import { webUrl } from '../shared/network-text.ts';

const titleMax = 200;

/**
 * A card for the first link: the network makes none by itself. Its title is the address, since nothing is fetched.
 */
export function articleOf(text: string): { source: string; title: string } | undefined {
  const [found] = /https?:\/\/[^\s<>"]+/i.exec(text) ?? [];
  const source = webUrl(found?.replace(/[.,;:!?'")\]}]+$/, ''));
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
