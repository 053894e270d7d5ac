import type { PlantedBug } from '../../harness/planted-bug.ts';

export const mutants: readonly PlantedBug[] = [
  {
    case: 'kill-workers-and-postgres',
    name: 'a failed transaction is committed',
    file: 'server/src/db/executor.ts',
    find: "await connection.query('rollback', []).catch(() => undefined);",
    replace: "await connection.query('commit', []).catch(() => undefined);",
  },
  {
    case: 'kill-workers-and-postgres',
    name: 'the body is serialized again for each attempt',
    file: 'server/src/domain/webhooks/delivery/attempt-delivery.ts',
    find: 'post(ctx, endpoint.url, { headers, body: event.body })',
    replace:
      'post(ctx, endpoint.url, { headers, body: Buffer.from(JSON.stringify({ ...JSON.parse(event.body.toString()), createdAt: attemptedAt })) })',
  },
  {
    case: 'isolate-slow-endpoints',
    name: 'slots are not capped per endpoint and owner',
    file: 'server/src/domain/webhooks/delivery/grant-slots.ts',
    find: 'while (free > 0 && dealRound(isWithinCaps));',
    replace: 'while (free > 0 && dealRound(() => true));',
  },
  {
    case: 'endpoint-responses',
    name: 'redirects are followed',
    file: 'server/src/kernel/outbound/redirects.ts',
    find: "const hopsMax = method === 'GET' || method === 'HEAD' ? redirectsMax : 0;",
    replace: "const hopsMax = Math.max(redirectsMax, method === 'POST' ? 3 : 0);",
  },
  {
    case: 'endpoint-responses',
    name: 'responses are read without limit',
    file: 'server/src/domain/webhooks/delivery/attempt-delivery.ts',
    find: '      responseBytesMax,',
    replace: '      responseBytesMax: responseBytesMax * 1e9,',
  },
  {
    case: 'endpoint-responses',
    name: 'the signature uses the timestamp of the event',
    file: 'server/src/domain/webhooks/delivery/delivery-request.ts',
    find: 'const timestamp = Math.floor(sentAt.getTime() / 1000);',
    replace:
      'const timestamp = Math.floor(Number.parseInt(delivery.eventId.slice(4, 13), 36) / 1000 + 0 * sentAt.getTime());',
  },
  {
    case: 'rotate-signing-secrets',
    name: 'rotation drops the old secret at once',
    file: 'server/src/domain/webhooks/signing-secrets.ts',
    find: 'return { ...pick(columns), stagedSecretSealed: sealed, stagedAt: now };',
    replace: 'return { ...noSecrets, secretSealed: sealed, stagedAt: now, stagedSecretSealed: sealed };',
  },
  {
    case: 'redeliver-in-parallel',
    name: 'redeliver ignores a run in progress',
    file: 'server/src/domain/webhooks/delivery/delivery-store.ts',
    find: 'WHERE o.next_attempt_at IS NULL\n',
    replace: '\n',
  },
];
