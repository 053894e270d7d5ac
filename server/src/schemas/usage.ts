import { Type, type Static } from 'typebox';
import { Nullable, Timestamp } from './common.ts';

const Resource = Type.Object({ used: Type.Integer(), limit: Nullable(Type.Integer()) });

export const Usage = Type.Object(
  {
    plan: Type.String(),
    period: Type.Object({ from: Timestamp, to: Timestamp }, { description: 'The current UTC month.' }),
    requests: Type.Object(
      {
        perMinute: Nullable(Type.Integer()),
        remaining: Nullable(Type.Integer()),
        resetAt: Nullable(Timestamp),
      },
      { description: 'The rate limit of the plan; all `null` without one.' },
    ),
    resources: Type.Object(
      {
        accounts: Resource,
        posts: Resource,
        contacts: Resource,
        automations: Resource,
        webhooks: Resource,
        apiKeys: Resource,
      },
      { description: 'Counted per user, not per key. `null` means no limit.' },
    ),
    storageBytes: Type.Integer(),
    caps: Type.Array(
      Type.Object({
        operation: Type.String(),
        limit: Type.Integer(),
        used: Type.Integer(),
        resetAt: Nullable(Timestamp),
      }),
      { description: 'Hourly limits, counted over the last 60 minutes.' },
    ),
  },
  { title: 'Usage' },
);
export type Usage = Static<typeof Usage>;
