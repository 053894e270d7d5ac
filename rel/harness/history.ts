import { createHash } from 'node:crypto';
import type { Receipt } from './network/sinks.ts';

/** By `suiteId`. */
export type History = {
  committed: Set<string>;
  rolledBack: Set<string>;
  /** The response was lost, so either is possible. */
  unknown: Set<string>;
};

export function createHistory(): History {
  return { committed: new Set(), rolledBack: new Set(), unknown: new Set() };
}

export function compareWithReceipts(history: History, receipts: readonly Receipt[]): string[] {
  const arrived = new Set(receipts.filter((one) => one.status === 200).map((one) => one.suiteId));
  const lost = [...history.committed].filter((id) => !arrived.has(id));
  const madeUp = [...arrived].filter((id) => history.rolledBack.has(id));
  const byDelivery = Map.groupBy(receipts, (one) => String(one.headers['x-service-delivery-id']));
  return [
    ...lost.map((id) => `event ${id} was committed and never arrived`),
    ...madeUp.map((id) => `event ${id} was rolled back and arrived`),
    ...[...byDelivery].flatMap(([delivery, attempts]) => changedBetween(delivery, attempts)),
  ];
}

function changedBetween(delivery: string, attempts: readonly Receipt[]): string[] {
  const versions = new Set(
    attempts.map((one) => `${eventIdOf(one)} ${createHash('sha256').update(one.body).digest('hex')}`),
  );
  const strangers = attempts.filter((one) => !one.body.startsWith(`{"id":"${eventIdOf(one)}"`));
  return [
    ...(versions.size > 1 ? [`${delivery} changed its bytes or event id between attempts`] : []),
    ...(strangers.length > 0 ? [`${delivery} names another event than its body`] : []),
  ];
}

function eventIdOf({ headers }: Receipt): string {
  return String(headers['x-service-event-id']);
}
