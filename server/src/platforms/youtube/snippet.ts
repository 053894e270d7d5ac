import type { DraftPost } from '../adapter.ts';

type TextContent = Pick<DraftPost, 'text' | 'title' | 'tags' | 'settings'>;

export function titleOf({ text, title, settings }: TextContent): { title: string; field: string } {
  const own = settings['title'];
  if (typeof own === 'string' && own.trim() !== '') return { title: own.trim(), field: 'settings.title' };
  if (title.trim() !== '') return { title: title.trim(), field: 'title' };
  const first = text.split('\n').find((line) => line.trim() !== '') ?? '';
  return { title: first.trim(), field: 'content' };
}

export function tagsOf({ tags, settings }: TextContent): string[] {
  const ownTags = settings['tags'];
  const list = typeof ownTags === 'string' ? ownTags.split(',') : Array.isArray(ownTags) ? ownTags.map(String) : tags;
  return list.map((tag) => tag.trim()).filter((tag) => tag !== '');
}

/** YouTube counts commas between tags, and quotes around tags with spaces. */
export function tagsLength(tags: readonly string[]): number {
  const lengths = tags.map((tag) => [...tag].length + (tag.includes(' ') ? 2 : 0));
  return lengths.reduce((sum, length) => sum + length, Math.max(0, tags.length - 1));
}
