import type { CountedEvents, TimedEvents } from '../kernel/counts.ts';

type Definition<Label> = { name: string; help: string; labelNames: readonly Label[] };

type Counters = { [Event in keyof CountedEvents]: Definition<keyof CountedEvents[Event]> };
type Timers = { [Event in keyof TimedEvents]: Definition<keyof TimedEvents[Event]> & { buckets: readonly number[] } };
type GaugeName = 'databaseConnections' | 'publishDueLag' | 'queueDepth';

export const counters = {
  postPublished: {
    name: 'herald_posts_published_total',
    help: 'Posts that were published, one per account, by platform.',
    labelNames: ['platform'],
  },
  postFailed: {
    name: 'herald_posts_failed_total',
    help: 'Posts that failed, one per account, by platform and error code.',
    labelNames: ['platform', 'code'],
  },
  publishAttempt: {
    name: 'herald_publish_attempts_total',
    help: 'Requests that publish a post, by platform. More than one per post are retries.',
    labelNames: ['platform'],
  },
  publishDoubt: {
    name: 'herald_publish_doubts_total',
    help: 'Requests that publish a post and whose outcome was unknown, by platform.',
    labelNames: ['platform'],
  },
  publishDoubtSettled: {
    name: 'herald_publish_doubts_settled_total',
    help:
      'How unknown outcomes were settled, by platform: the platform has the post (published), does not have it ' +
      '(absent), cannot tell and a client confirmed the retry (confirmed), or cannot tell (unknown).',
    labelNames: ['platform', 'result'],
  },
  deliveryAttempt: {
    name: 'herald_webhook_deliveries_total',
    help: 'Attempts to deliver a webhook, by the resulting state and the number of the attempt; 0: nothing was sent.',
    labelNames: ['state', 'attempt'],
  },
  webhookDisabled: {
    name: 'herald_webhooks_disabled_total',
    help: 'Webhooks that Herald disabled, by reason.',
    labelNames: ['reason'],
  },
  tokenRefresh: {
    name: 'herald_token_refreshes_total',
    help: 'Attempts to refresh a token, by platform and result.',
    labelNames: ['platform', 'result'],
  },
  accountFault: {
    name: 'herald_account_faults_total',
    help: 'Accounts that have to be connected again, by platform and fault.',
    labelNames: ['platform', 'fault'],
  },
  platformAppProblem: {
    name: 'herald_platform_app_problems_total',
    help: "Refusals of the operator's app, not of an account, by platform.",
    labelNames: ['platform'],
  },
  commentPolled: {
    name: 'herald_comments_polled_total',
    help: 'New comments that only polling found, by platform.',
    labelNames: ['platform'],
  },
  messagePolled: {
    name: 'herald_messages_polled_total',
    help: 'New direct messages that only polling found, by platform.',
    labelNames: ['platform'],
  },
} as const satisfies Counters;

export const timers = {
  httpRequest: {
    name: 'herald_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  },
  platformCall: {
    name: 'herald_platform_call_duration_seconds',
    help: 'Time of a request to a platform, by HTTP status; notSent and noResponse are requests without a response.',
    labelNames: ['platform', 'status'],
    buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 60, 300],
  },
  publishStart: {
    name: 'herald_publish_start_delay_seconds',
    help: 'Time from when a post was due until a worker began to publish it, by platform.',
    labelNames: ['platform'],
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800],
  },
} as const satisfies Timers;

/** A long queue must not slow the metrics down. */
export const queueDepthMax = 10_000;

export const gauges = {
  databaseConnections: {
    name: 'herald_database_connections',
    help: 'Connections to the database by state; "waiting" are requests that wait for one.',
    labelNames: ['state'],
  },
  publishDueLag: {
    name: 'herald_publish_due_lag_seconds',
    help: 'How long the oldest due post that no worker has claimed has been waiting.',
    labelNames: [],
  },
  queueDepth: {
    name: 'herald_queue_depth',
    help: `Due posts that no worker has claimed, and open webhook deliveries. Counted up to ${queueDepthMax}.`,
    labelNames: ['queue'],
  },
} as const satisfies Record<GaugeName, Definition<string>>;
