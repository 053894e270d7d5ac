import type { PostTargetRow } from '../../db/post-rows.ts';

/** The profiles a post concerns: those of its targets' accounts, each once. */
export function profilesOf(targets: readonly Pick<PostTargetRow, 'profile_id'>[]): string[] {
  return [...new Set(targets.map(({ profile_id: profileId }) => profileId))].sort();
}
