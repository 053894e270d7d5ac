import type { HashedFacts } from '../media/file-source.ts';
import type { ComposedPost } from '../request/compose-post.ts';
import type { RowNotes } from './row-notes.ts';

export type UploadRow = {
  index: number;
  notes: RowNotes;
  /** The column of a field of the request. */
  columnOf(param: string): string | undefined;
  post?: RowPost;
  /** Created from it, now or by an earlier request with the same key. */
  postId?: string;
};

type RowPost = ComposedPost<HashedFacts> & { urls: readonly string[] };

export type ReadyRow = UploadRow & { post: RowPost };

export function readyRows(rows: readonly UploadRow[]): ReadyRow[] {
  return rows.filter((row): row is ReadyRow => row.post !== undefined && row.notes.errors.length === 0);
}
