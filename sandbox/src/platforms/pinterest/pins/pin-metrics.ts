import type { Call } from '../../../core/platform.ts';
import { statisticsOf, type Statistics } from '../../../core/state/statistics.ts';
import { limits } from '../limits.ts';
import type { Pin } from './pins.ts';

/** Invented numbers hardly grow after a few days, so an old pin has none in its last 90 days. */
export function pinMetrics(call: Call, pin: Pin): object {
  const { impressions, clicks, likes, comments, saves } = statisticsOfPin(call, pin);
  const counts = { pin_click: clicks, impression: impressions, clickthrough: clicks };
  const none = { pin_click: 0, impression: 0, clickthrough: 0 };
  const isRecent = call.clock.now() - pin.createdAt <= limits.recentMetricsMs;
  return {
    '90d': isRecent ? counts : none,
    lifetime_metrics: { ...counts, reaction: likes, comment: comments, save: saves },
  };
}

export function statisticsOfPin({ store, clock }: Call, { id, createdAt }: Pin): Statistics {
  return statisticsOf(store, clock.now(), { platform: 'pinterest', id, createdAt });
}
