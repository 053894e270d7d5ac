import type { PostRow, PostTargetRow } from '../../../db/post-rows.ts';

/** A disconnected account's names are the last known ones. */
export type StoredTarget = PostTargetRow & {
  username: string;
  displayName: string;
  isActive: boolean;
};

export type ListedTarget = Pick<
  StoredTarget,
  | ('postId' | 'accountId' | 'platform' | 'status' | 'customContent' | 'settings' | 'warnings')
  | ('platformPostId' | 'platformPostUrl' | 'publishedAt' | 'error' | 'errorCode')
  | ('waiting' | 'dueAt' | 'claimToken')
  | ('username' | 'displayName' | 'isActive')
>;

export type StoredPost = PostRow & { targets: readonly StoredTarget[] };

export function profilesOf(targets: readonly Pick<PostTargetRow, 'profileId'>[]): string[] {
  return [...new Set(targets.map(({ profileId }) => profileId))].sort();
}
