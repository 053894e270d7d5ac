export const invariants = {
  'one-live-post': 'A target has at most one live post on its platform.',
  'no-lost-posts': 'Every post whose creation was acknowledged exists until somebody deletes it.',
  'one-post-per-request-id': 'A request ID, or a row of a bulk upload, belongs to exactly one post.',
  'one-post-per-slot': 'No two scheduled, queued or publishing posts share a slot of a queue.',
  'one-delivery-per-event':
    'Every event has exactly one delivery per matching active endpoint, and the attempt count of a delivery equals its history.',
  'no-leaked-secrets':
    'API keys, tokens, signing secrets and custom header values appear in no log, event or plain-text column.',
  'published-is-live':
    'Every target with status `published` is live on its platform under the stored post ID and text.',
  'no-stuck-targets':
    'No target or post stays unfinished beyond its deadline, and every unfinished target has a due time.',
  'no-stuck-deliveries': 'No webhook delivery is overdue by more than a minute.',
  'database-intact': 'Data checksums are on, all constraints are valid, and `amcheck` finds no damaged table or index.',
  'never-early': 'No post is sent before its scheduled time on the database clock.',
  'caps-hold': 'No owner exceeds a cap on resources or on operations per hour.',
  'explained-unknown-outcomes':
    'A target fails with `outcomeUnknown` only after a fault that no look-up on its platform can settle.',
  'no-crashes': 'No process exits unless the case ends it, and no request that a case relies on fails.',
} as const;

export type InvariantName = keyof typeof invariants;

export function violation(name: InvariantName, what: string): string {
  return `${name}: ${what}`;
}
