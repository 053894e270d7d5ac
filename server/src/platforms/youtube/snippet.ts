import type { DraftPost } from '../adapter.ts';

type Said = Pick<DraftPost, 'text' | 'title' | 'tags' | 'settings'>;

/** The title, and where it stands in the request. */
export function titleOf({ text, title, settings }: Said): { title: string; field: string } {
  const own = settings['title'];
  if (typeof own === 'string' && own.trim() !== '') return { title: own.trim(), field: 'settings.title' };
  if (title.trim() !== '') return { title: title.trim(), field: 'title' };
  const first = text.split('\n').find((line) => line.trim() !== '') ?? '';
  return { title: first.trim(), field: 'content' };
}

export function tagsOf({ tags, settings }: Said): string[] {
  const given = settings['tags'];
  const list = typeof given === 'string' ? given.split(',') : Array.isArray(given) ? given.map(String) : tags;
  return list.map((tag) => tag.trim()).filter((tag) => tag !== '');
}

/** As YouTube counts: with the commas between them, and quotes around those that have spaces. */
export function tagsLength(tags: readonly string[]): number {
  const lengths = tags.map((tag) => [...tag].length + (tag.includes(' ') ? 2 : 0));
  return lengths.reduce((sum, length) => sum + length, Math.max(0, tags.length - 1));
}
