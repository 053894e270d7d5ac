import { inTransaction } from '../../db/transaction.ts';
import type { EventRow } from '../../db/rows.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Envelope, EventQuery } from '../../schemas/event.ts';
import { scopeOf } from '../access.ts';
import type { Ctx, Scope } from '../context.ts';
import { hasUnplaced, isPlaced, placeEvents, selectFeed } from './event-store.ts';

export type FeedPage = { events: Envelope[]; nextCursor: string | null; hasMore: boolean };

const placeBatch = 1000;

/** Returns every event once, in an order that never changes. Positions are assigned on reading; see ADR 5. */
export async function listEvents(ctx: Ctx, query: EventQuery): Promise<FeedPage> {
  const scope = scopeOf(ctx.caller);
  const after = await readAfter(ctx, scope, query.after);
  for (;;) {
    const placed = await placeNew(ctx, scope);
    const filter = { after, types: query.type ?? null, limit: query.limit + 1 };
    const rows = await selectFeed(ctx.db, scope, filter);
    // The caller may see none of this batch, but some of the next.
    if (rows.length <= query.limit && placed === placeBatch) continue;
    return toPage(ctx, rows, { ...query, ownerId: scope.ownerId });
  }
}

/** Starts from the oldest event if the feed no longer has the cursor's event at that position. */
async function readAfter(ctx: Ctx, scope: Scope, cursor: string | undefined): Promise<string> {
  if (cursor === undefined) return '0';
  const [position, eventId] = ctx.cursors.read(cursor, scope.ownerId) ?? [];
  if (position === undefined || eventId === undefined) throw new AppError('invalidCursor', 'Invalid cursor');
  return (await isPlaced(ctx.db, scope, { position, eventId })) ? position : '0';
}

async function placeNew(ctx: Ctx, scope: Scope): Promise<number> {
  if (!(await hasUnplaced(ctx.db, scope))) return 0;
  return inTransaction(ctx, (ctx) => placeEvents(ctx.db, scope, placeBatch));
}

function toPage(ctx: Ctx, rows: EventRow[], query: EventQuery & { ownerId: string }): FeedPage {
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    events: shown.map((row) => JSON.parse(row.body.toString()) as Envelope),
    nextCursor:
      last === undefined ? (query.after ?? null) : ctx.cursors.write([last.feedPosition ?? '', last.id], query.ownerId),
    hasMore: rows.length > query.limit,
  };
}
