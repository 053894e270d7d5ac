import type { PostRow, PostTargetRow } from '../../db/post-rows.ts';

/** A target with the names of its account, live or as they were last. */
export type StoredTarget = PostTargetRow & {
  username: string;
  display_name: string;
  is_active: boolean;
};

export type StoredPost = PostRow & { targets: readonly StoredTarget[] };
