import type { Suite } from '../../harness/case.ts';
import { killWorkersAndPostgres } from './kill-workers-and-postgres.ts';
import { isolateSlowEndpoints } from './isolate-slow-endpoints.ts';
import { endpointResponses } from './endpoint-responses.ts';
import { rotateSigningSecrets } from './rotate-signing-secrets.ts';
import { redeliverInParallel } from './redeliver-in-parallel.ts';

export const webhooksSuite: Suite = {
  name: 'webhooks',
  about: 'Every event is delivered at least once, signed and unchanged.',
  quickSeconds: 50,
  cases: [killWorkersAndPostgres, isolateSlowEndpoints, endpointResponses, rotateSigningSecrets, redeliverInParallel],
};
