import { readDateRange } from '../../kernel/time/date-range.ts';
import type { Ctx } from '../context.ts';

const dayMs = 24 * 3_600_000;
const daysMax = 366;

/** Inclusive; `firstDay` and `lastDay` are UTC days. */
export type Period = { from: Date; to: Date; firstDay: string; lastDay: string };

export function readPeriod(
  ctx: Pick<Ctx, 'clock'>,
  query: { fromDate?: string | undefined; toDate?: string | undefined },
  defaultDays: number,
): Period {
  const { fromDate, toDate } = query;
  const now = ctx.clock.now();
  const range = readDateRange({ fromDate, toDate: toDate ?? now.toISOString() }, { from: 'fromDate', to: 'toDate' });
  const to = range.to ?? now;
  const earliest = new Date(to.getTime() - daysMax * dayMs);
  const from = range.from ?? new Date(to.getTime() - defaultDays * dayMs);
  const begin = from < earliest ? earliest : from;
  return { from: begin, to, firstDay: dayOf(begin), lastDay: dayOf(to) };
}

export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
