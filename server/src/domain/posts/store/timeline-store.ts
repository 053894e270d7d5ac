import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/client.ts';
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

export async function insertTimeline(db: Tx, scope: Scope, entries: readonly TimelineEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const values = entries.map(({ postId, at, kind, accountId, summary, detail }) => ({
    owner_id: scope.ownerId,
    post_id: postId,
    at,
    kind,
    account_id: accountId ?? null,
    summary,
    detail: detail === undefined ? null : JSON.stringify(detail),
  }));
  await db.insertInto('post_timeline').values(values).execute();
}

type StoredEntry = { at: Date; kind: string; account_id: string | null; summary: string; detail: object | null };

export async function selectTimeline(db: Db, scope: Scope, postId: string): Promise<StoredEntry[]> {
  const { rows } = await sql<StoredEntry>`
    SELECT at, kind, account_id, summary, detail FROM post_timeline
     WHERE owner_id = ${scope.ownerId} AND post_id = ${postId} ORDER BY number`.execute(db);
  return rows;
}
