import type { PostMediaItem, PostTargetRow } from '../../../db/post-rows.ts';
import type { TargetDraft } from '../request/find-targets.ts';
import { contentHash } from './content-hash.ts';
import type { StoredTarget } from './post.ts';
import { publishedParts } from './published-text.ts';
import type { PostContent } from '../request/read-content.ts';

export type TargetPlacement = { status: 'draft' | 'scheduled' | 'pending'; due_at: Date | null };

type PostContext = {
  postId: string;
  content: PostContent;
  media: readonly PostMediaItem[];
  placement: TargetPlacement;
  createdAt: Date;
};

export function newTarget(wanted: TargetDraft, position: number, whole: PostContext): StoredTarget {
  const { account, customContent, settings } = wanted;
  const row: PostTargetRow = {
    owner_id: account.owner_id,
    post_id: whole.postId,
    account_id: account.id,
    live_account_id: account.id,
    account_username: null,
    account_display_name: null,
    platform: account.platform,
    profile_id: account.profile_id,
    position,
    custom_content: customContent,
    settings,
    fingerprint: contentHash(publishedParts(whole.content, { customContent, settings, media: whole.media })),
    created_at: whole.createdAt,
    ...newTargetState,
    ...whole.placement,
  };
  const { username, display_name } = account;
  return { ...row, username, display_name, is_active: account.status === 'connected' };
}

export const releasedClaim = { claim_token: null, lease_until: null, worker_id: null } as const;

/** A target that nothing has happened to yet. */
export const newTargetState = {
  stage: null,
  found_at: null,
  claimed_at: null,
  ...releasedClaim,
  attempt_count: 0,
  handle: null,
  handle_at: null,
  sent_at: null,
  settle_after: null,
  settle_count: 0,
  send_count: 0,
  give_up_at: null,
  waiting: null,
  is_confirmed: false,
  error: null,
  error_code: null,
  warnings: [],
  platform_post_id: null,
  part_ids: null,
  platform_post_url: null,
  published_at: null,
  follow_ups: null,
} satisfies Partial<PostTargetRow>;

/** Removes the account's names, which are not columns. */
export function targetRow(target: StoredTarget): PostTargetRow {
  const row: Partial<StoredTarget> & PostTargetRow = { ...target };
  delete row.username;
  delete row.display_name;
  delete row.is_active;
  return row;
}
