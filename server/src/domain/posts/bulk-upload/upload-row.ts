import type { PostMediaItem } from '../../../db/post-rows.ts';
import type { TargetDraft } from '../request/find-targets.ts';
import type { StoredQueue } from '../../queues/queue.ts';
import type { PostContent } from '../request/read-content.ts';
import type { Mode } from '../request/read-mode.ts';
import type { RowNotes } from './row-notes.ts';

/** A row on its way to become a post. */
export type UploadRow = {
  index: number;
  notes: RowNotes;
  /** Where in the file a field of the request stands. */
  columnOf(param: string): string | undefined;
  /** Undefined while the row cannot become one. */
  wanted?: WantedPost;
  /** The post it has become, now or by an earlier request of the same name. */
  postId?: string;
};

type WantedPost = {
  mode: Mode;
  content: PostContent;
  targets: readonly TargetDraft[];
  urls: readonly string[];
  queue?: StoredQueue;
  /** Null for drafts. */
  dueAt: Date | null;
  media: readonly PostMediaItem[];
};

export type ReadyRow = UploadRow & { wanted: WantedPost };

/** Those that can still become posts. */
export function readyRows(rows: readonly UploadRow[]): ReadyRow[] {
  return rows.filter((row): row is ReadyRow => row.wanted !== undefined && row.notes.errors.length === 0);
}
