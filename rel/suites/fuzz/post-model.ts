/** What a client expects of Herald, in the simplest form that can be compared. */
export type Model = {
  profileId: string;
  isProfileDeleted: boolean;
  queues: string[];
  posts: ModelPost[];
};

export type ModelPost = {
  id: string;
  content: string;
  status: 'draft' | 'scheduled' | 'published' | 'canceled' | 'deleted';
  scheduledFor: string | null;
  queueId: string | null;
  publishedAt: string | null;
};

export const timings = ['draft', 'soon', 'later', 'now', 'queue'] as const;
export type Timing = (typeof timings)[number];

export type Expected =
  | { kind: 'refused'; status: number; code: string | undefined }
  | { kind: 'placed'; status: ModelPost['status']; times: readonly (number | null)[]; queueId: string | null };

const hourMs = 3_600_000;
const slotMs = 6 * hourMs;
const slotLeadMs = 60_000;
/** Between the request and Herald's look at the clock. */
const slackMs = 30_000;
const duplicateMs = 24 * hourMs;
const leads = { soon: 2 * hourMs, later: 5 * 24 * hourMs };

export const schedule = {
  timezone: 'UTC',
  slots: [0, 1, 2, 3, 4, 5, 6].flatMap((dayOfWeek) =>
    ['00:00', '06:00', '12:00', '18:00'].map((time) => ({ dayOfWeek, time })),
  ),
};

const refused = (status: number, code?: string): Expected => ({ kind: 'refused', status, code });

export function timingFields(model: Model, timing: Timing, nowMs: number): object {
  if (timing === 'draft') return { isDraft: true };
  if (timing === 'now') return { publishNow: true };
  if (timing === 'queue') return { queuedFromProfile: model.profileId };
  return { scheduledFor: scheduledTime(timing, nowMs) };
}

function scheduledTime(timing: 'soon' | 'later', nowMs: number): string {
  return new Date(nowMs + leads[timing]).toISOString();
}

type Placing = { timing: Timing; content: string; nowMs: number; post?: ModelPost };

export function expectPlacement(model: Model, { timing, content, nowMs, post }: Placing): Expected {
  const [queueId = ''] = model.queues;
  if (timing === 'queue' && model.isProfileDeleted) return refused(400, 'validation');
  if (timing === 'queue' && queueId === '') return refused(400, 'queueNotFound');
  if (timing === 'draft') return { kind: 'placed', status: 'draft', times: [null], queueId: null };
  const times =
    timing === 'now'
      ? [nowMs]
      : timing === 'queue'
        ? nextSlots(model, queueId, nowMs)
        : [Date.parse(scheduledTime(timing, nowMs))];
  if (isDuplicate(model, { content, dueMs: times[0] ?? 0, post })) return refused(409, 'duplicateContent');
  if (timing === 'now') return { kind: 'placed', status: 'published', times: [null], queueId: null };
  return { kind: 'placed', status: 'scheduled', times, queueId: timing === 'queue' ? queueId : null };
}

export function expectChangeable({ status }: ModelPost): Expected | undefined {
  if (status === 'deleted') return refused(404, 'postNotFound');
  return status === 'published' ? refused(400, 'validation') : undefined;
}

type Content = { content: string; dueMs: number; post: ModelPost | undefined };

export function isDuplicate({ posts }: Model, { content, dueMs, post }: Content): boolean {
  return posts.some((other) => {
    if (other === post || other.content !== content) return false;
    if (other.status !== 'scheduled' && other.status !== 'published') return false;
    const otherMs = Date.parse(other.publishedAt ?? other.scheduledFor ?? '');
    return Math.abs(otherMs - dueMs) <= duplicateMs;
  });
}

/** Returns two slots if the request comes just before the first. */
function nextSlots({ posts }: Model, queueId: string, nowMs: number): number[] {
  const occupied = new Set(
    posts
      .filter((post) => post.queueId === queueId && post.status === 'scheduled')
      .map(({ scheduledFor }) => Date.parse(scheduledFor ?? '')),
  );
  const firstAfter = (ms: number): number => {
    let slot = Math.ceil((ms + slotLeadMs) / slotMs) * slotMs;
    while (occupied.has(slot)) slot += slotMs;
    return slot;
  };
  return [...new Set([firstAfter(nowMs), firstAfter(nowMs + slackMs)])];
}

export function deleteQueue(model: Model, queueId: string): void {
  model.queues = model.queues.filter((id) => id !== queueId);
  for (const post of model.posts) if (post.queueId === queueId) post.queueId = null;
}
