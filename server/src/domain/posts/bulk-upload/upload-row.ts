import type { HashedFacts } from '../media/file-source.ts';
import type { ComposedPost } from '../request/compose-post.ts';
import type { RowNotes } from './row-notes.ts';

/** A row on its way to become a post. */
export type UploadRow = {
  index: number;
  notes: RowNotes;
  /** Where in the file a field of the request stands. */
  columnOf(param: string): string | undefined;
  /** Undefined while the row cannot become a post. */
  post?: RowPost;
  /** The post it has become, now or by an earlier request of the same name. */
  postId?: string;
};

type RowPost = ComposedPost<HashedFacts> & { urls: readonly string[] };

export type ReadyRow = UploadRow & { post: RowPost };

/** Those that can still become posts. */
export function readyRows(rows: readonly UploadRow[]): ReadyRow[] {
  return rows.filter((row): row is ReadyRow => row.post !== undefined && row.notes.errors.length === 0);
}
