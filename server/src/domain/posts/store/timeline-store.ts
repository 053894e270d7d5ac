import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/client.ts';
import { createInsert } from '../../../db/create-insert.ts';
import { createStatement } from '../../../db/create-statement.ts';
import { sendLater } from '../../../db/send-later.ts';
import type { PostTargetRow } from '../../../db/post-rows.ts';
import type { Scope } from '../../context.ts';

type TimelineKind =
  | 'created'
  | 'updated'
  | 'stateChanged'
  | 'targetStateChanged'
  | 'attemptStarted'
  | 'platformAnswer'
  | 'tokenRefreshed'
  | 'waiting'
  | 'outcomeCheck'
  | 'missed'
  | 'retried'
  | 'unpublished';

export type TimelineEntry = {
  postId: string;
  at: Date;
  kind: TimelineKind;
  accountId?: string;
  summary: string;
  detail?: Readonly<Record<string, unknown>>;
};

type TimelineRow = Required<Omit<TimelineEntry, 'accountId' | 'detail'>> & {
  ownerId: string;
  accountId: string | null;
  detail: TimelineEntry['detail'] | null;
};

const insertOf = createInsert<TimelineRow>({
  table: 'post_timeline',
  columns: ['ownerId', 'postId', 'at', 'kind', 'accountId', 'summary', 'detail'],
  json: ['detail'],
});

export function insertTimeline(db: Tx, scope: Scope, entries: readonly TimelineEntry[]): void {
  if (entries.length === 0) return;
  const values = entries.map(({ postId, at, kind, accountId, summary, detail }) => ({
    ownerId: scope.ownerId,
    postId,
    at,
    kind,
    accountId: accountId ?? null,
    summary,
    detail: detail ?? null,
  }));
  sendLater(db, insertOf(values));
}

export function insertHeldTimeline(
  db: Tx,
  scope: Scope,
  { postId, accountId, claimToken }: Pick<PostTargetRow, 'postId' | 'accountId' | 'claimToken'>,
  { at, kind, summary, detail = {} }: Omit<TimelineEntry, 'postId' | 'accountId'>,
): void {
  const values = { ownerId: scope.ownerId, postId, accountId, claimToken, at, kind, summary };
  sendLater(db, insertHeld(db, { ...values, detail: JSON.stringify(detail) }));
}

type HeldValues = Pick<PostTargetRow, 'ownerId' | 'postId' | 'accountId' | 'claimToken'> &
  Pick<TimelineEntry, 'at' | 'kind' | 'summary'> & { detail: string };

const insertHeld = createStatement<HeldValues>(
  ({ ownerId, postId, accountId, claimToken, at, kind, summary, detail }) => sql`
    INSERT INTO post_timeline (owner_id, post_id, at, kind, account_id, summary, detail)
    SELECT t.owner_id, t.post_id, ${at}, ${kind}, t.account_id, ${summary}, ${detail}
      FROM post_targets t
     WHERE t.owner_id = ${ownerId} AND t.post_id = ${postId} AND t.account_id = ${accountId}
       AND t.claim_token = ${claimToken}`,
);

type StoredEntry = { at: Date; kind: string; accountId: string | null; summary: string; detail: object | null };

export async function selectTimeline(db: Db, scope: Scope, postId: string): Promise<StoredEntry[]> {
  const { rows } = await sql<StoredEntry>`
    SELECT at, kind, account_id, summary, detail FROM post_timeline
     WHERE owner_id = ${scope.ownerId} AND post_id = ${postId} ORDER BY number`.execute(db);
  return rows;
}
