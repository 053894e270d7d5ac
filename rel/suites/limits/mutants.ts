import type { PlantedBug } from '../../harness/planted-bug.ts';

export const mutants: readonly PlantedBug[] = [
  {
    case: 'budgets-across-processes',
    name: 'a denied request is admitted',
    file: 'server/src/domain/api-keys/identity-store.ts',
    find: "<= identity.now + interval '1 minute' AS fits",
    replace: "<= identity.now + interval '2 minutes' AS fits",
  },
  {
    case: 'caps-in-parallel',
    name: 'webhook endpoints are counted without a lock',
    file: 'server/src/domain/webhooks/create-webhook.ts',
    find: 'await lockOwner(ctx);',
    replace: '',
  },
  {
    case: 'retry-after',
    name: 'Retry-After is rounded down',
    file: 'server/src/domain/api-keys/identify-key.ts',
    find: 'Math.ceil(fullIn + 60 / perMinute - 60 - epsilon)',
    replace: 'Math.floor(fullIn + 60 / perMinute - 60 - epsilon)',
  },
  {
    case: 'denied-floods',
    name: 'denied keys are looked up again',
    file: 'server/src/http/request/authenticate.ts',
    find: 'denied.set(mapKey, { untilMs, budget: caller.budget });',
    replace: 'void untilMs;',
  },
  {
    case: 'denied-floods',
    name: 'forwarded addresses are always trusted',
    file: 'server/src/http/server.ts',
    find: 'trustProxy: options.trustedProxies.length === 0 ? false : [...options.trustedProxies],',
    replace: 'trustProxy: true,',
  },
  {
    case: 'denied-floods',
    name: 'the key is looked up twice',
    file: 'server/src/http/request/authenticate.ts',
    find: 'const identity = await identifyKey(systemCtx, hash);',
    replace: 'await identifyKey(systemCtx, hash);\n    const identity = await identifyKey(systemCtx, hash);',
  },
];
