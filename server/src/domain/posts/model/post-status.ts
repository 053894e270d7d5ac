import type { PostStatus, TargetStatus } from '../../../db/post-rows.ts';

/** The first status in this list that any target has decides. */
const leading = [
  ['publishing', 'publishing'],
  ['pending', 'queued'],
  ['scheduled', 'scheduled'],
  ['draft', 'draft'],
] as const satisfies readonly (readonly [TargetStatus, PostStatus])[];

export function postStatus(targets: readonly TargetStatus[]): PostStatus {
  if (targets.length === 0) return 'draft';
  const led = leading.find(([status]) => targets.includes(status));
  if (led !== undefined) return led[1];
  const ended = targets.filter((status) => status !== 'canceled');
  if (ended.length === 0) return 'canceled';
  if (ended.every((status) => status === 'published')) return 'published';
  return ended.every((status) => status === 'failed') ? 'failed' : 'partially_failed';
}

/** The post cannot be changed in these. */
export const inProgressStatuses: readonly PostStatus[] = ['queued', 'publishing'];
/** Statuses in which a post occupies its queue slot. */
export const slotHoldingStatuses: readonly PostStatus[] = ['scheduled', ...inProgressStatuses];
export const endStatuses = [
  'published',
  'partially_failed',
  'failed',
  'canceled',
] as const satisfies readonly PostStatus[];

export const editableStatuses: readonly PostStatus[] = [
  'draft',
  'scheduled',
  'queued',
  'failed',
  'partially_failed',
  'canceled',
];
