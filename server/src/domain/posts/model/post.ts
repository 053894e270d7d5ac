import type { PostRow, PostTargetRow } from '../../../db/post-rows.ts';

/** A target with the names of its account; those of a disconnected account are the last known ones. */
export type StoredTarget = PostTargetRow & {
  username: string;
  display_name: string;
  is_active: boolean;
};

export type StoredPost = PostRow & { targets: readonly StoredTarget[] };

/** The profiles of the targets' accounts, each once. */
export function profilesOf(targets: readonly Pick<PostTargetRow, 'profile_id'>[]): string[] {
  return [...new Set(targets.map(({ profile_id: profileId }) => profileId))].sort();
}
