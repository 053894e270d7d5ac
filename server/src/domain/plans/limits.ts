import type { Plan } from '../../db/rows.ts';

/** Null: no limit. */
export const planLimits: Readonly<Record<Plan, { accounts: number | null; postsPerMonth: number | null }>> = {
  free: { accounts: 2, postsPerMonth: 20 },
  starter: { accounts: null, postsPerMonth: null },
  pro: { accounts: null, postsPerMonth: null },
  scale: { accounts: null, postsPerMonth: null },
  'self-hosted': { accounts: null, postsPerMonth: null },
};

/** Per user, on every plan. */
export const numberCaps = { contacts: 5000, automations: 100, webhooks: 25 } as const;

/** Per user, over a rolling 60 minutes. */
export const hourlyCaps = {
  'contact.create': 600,
  'contact.update': 600,
  'contact.delete': 300,
  'contact.bulk': 20,
  'automation.create': 60,
  'automation.update': 120,
  'automation.delete': 60,
  'message.send': 120,
  'comment.reply': 120,
  'comment.hide': 120,
  'comment.delete': 120,
  'webhook.trigger': 60,
} as const;
