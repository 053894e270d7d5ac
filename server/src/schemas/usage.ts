import { Type, type Static } from 'typebox';
import { Count, List, Nullable, Text, Timestamp } from './common.ts';

const Resource = (description: string, limit: number) =>
  Type.Object(
    { used: Count('How many are in use.', 1), limit: Nullable(Count('How many are allowed.', limit)) },
    { description },
  );

export const Usage = Type.Object(
  {
    plan: Text('Name of the plan.', 'free'),
    period: Type.Object(
      {
        from: Timestamp('The first moment of the month.', '2026-03-01T00:00:00.000Z'),
        to: Timestamp('The first moment of the next month.', '2026-04-01T00:00:00.000Z'),
      },
      { description: 'The current UTC month.' },
    ),
    requests: Type.Object(
      {
        perMinute: Nullable(Count('Requests allowed per minute.', 600)),
        remaining: Nullable(Count('Requests left in this minute.', 598)),
        resetAt: Nullable(Timestamp('When all requests are available again.')),
      },
      { description: 'The rate limit of the plan; all `null` without one.' },
    ),
    resources: Type.Object(
      {
        accounts: Resource('Connected accounts.', 2),
        posts: Resource('Posts of this month.', 20),
        contacts: Resource('Contacts.', 5000),
        automations: Resource('Comment automations.', 100),
        webhooks: Resource('Webhook endpoints.', 25),
        apiKeys: Resource('API keys.', 100),
      },
      { description: 'Counted per user, not per key. `null` means no limit.' },
    ),
    storageBytes: Count('The size of all stored media files.', 48_213_004),
    caps: List(
      'Hourly limits, counted over the last 60 minutes.',
      Type.Object({
        operation: Text('What is limited.', 'comment.reply'),
        limit: Count('How often it is allowed per hour.', 120),
        used: Count('How often it was done.', 2),
        resetAt: Nullable(Timestamp('When the oldest use no longer counts.')),
      }),
    ),
  },
  { title: 'Usage', description: 'What the user has used, and the limits of the plan.' },
);
export type Usage = Static<typeof Usage>;
