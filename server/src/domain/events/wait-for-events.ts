import type { EventQuery } from '../../schemas/event.ts';
import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';
import { listEvents, type FeedPage } from './list-events.ts';

const waitersPerOwnerMax = 10;
const waitersMax = 500;
/** How soon events of other processes are seen. */
const lookAgainMs = 500;
/** Bounds the reads of a waiter whose owner has many events that it does not want or may not see. */
const betweenLooksMs = 100;

/** Returns an empty page after `query.wait` seconds. Holds no connection while it waits. */
export async function waitForEvents(ctx: Ctx, query: EventQuery, closed: () => AbortSignal): Promise<FeedPage> {
  const page = await listEvents(ctx, query);
  if (query.wait === 0 || page.events.length > 0 || isFull(ctx)) return page;
  const isOver = new AbortController();
  const end = (): void => isOver.abort();
  closed().addEventListener('abort', end, { once: true });
  void ctx.clock.sleep(query.wait * 1000, isOver.signal).then(end);
  try {
    return await firstEvents(ctx, query, isOver.signal);
  } finally {
    isOver.abort();
  }
}

function isFull({ feedSignals, caller }: Ctx): boolean {
  const { ownerId } = scopeOf(caller);
  return feedSignals.waitingFor(ownerId) >= waitersPerOwnerMax || feedSignals.waiting() >= waitersMax;
}

async function firstEvents(ctx: Ctx, query: EventQuery, isOver: AbortSignal): Promise<FeedPage> {
  const { clock, feedSignals } = ctx;
  const { ownerId } = scopeOf(ctx.caller);
  for (let isWoken = false; ;) {
    const stop = new AbortController();
    const ended = AbortSignal.any([isOver, stop.signal]);
    // Before the read, so that no event in between is missed.
    const emitted = feedSignals.next(ownerId, ended);
    try {
      const page = await listEvents(ctx, query);
      if (page.events.length > 0 || isOver.aborted || feedSignals.isStopping()) return page;
      if (isWoken) await clock.sleep(betweenLooksMs, ended);
      const poll = clock.sleep(lookAgainMs, ended).then(() => false);
      isWoken = await Promise.race([emitted.then(() => true), poll]);
    } finally {
      stop.abort();
    }
  }
}
