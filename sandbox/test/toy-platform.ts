import { consentReply } from '../src/core/pages/consent.ts';
import type { Platform, Route } from '../src/core/platform.ts';
import { json } from '../src/core/wire/reply.ts';
import { collection } from '../src/core/state/store.ts';

const things = collection<{ id: string }>('toy/things');

const consent: Route = {
  host: 'toy.example',
  methods: ['GET', 'POST'],
  path: '/authorize',
  operation: 'authorize',
  handle: (call) =>
    consentReply(call, {
      platform: 'Toy',
      appName: 'Herald <b>',
      redirectUri: call.request.query.get('redirect_uri') ?? '',
      state: 'st&te',
      scopes: ['read', 'write'],
      persons: [{ name: 'ada', label: 'Ada', detail: '@ada' }],
      choices: {
        legend: 'Pages',
        of: (account) =>
          account === 'ada'
            ? [
                { id: 'p1', label: 'One' },
                { id: 'p2', label: 'Two' },
              ]
            : [],
      },
      approve: ({ account, scopes, chosen }) => ({ code: [account, scopes.join('+'), chosen.join('+')].join('.') }),
      deny: () => ({ error: 'access_denied' }),
    }),
};

const make: Route = {
  host: 'toy.example',
  methods: ['POST'],
  path: '/things',
  operation: 'make',
  bodyBytesMax: 100,
  handle: (call) => {
    const slow = call.takeFault('processingSlow')?.value ?? 0;
    const hasFailed = call.takeFault('processingFailed') !== undefined;
    const lag = call.takeFault('listLag')?.value ?? 60_000;
    return call.commit((tx) => {
      const id = call.random.digits(8);
      things.put(tx, id, { id });
      if (call.request.query.has('break')) throw new Error('broken on purpose');
      return json(200, { id, slow, hasFailed, lag, count: things.all(tx).length });
    });
  },
};

/** A minimal platform with features that Telegram lacks: consent and processing. */
export const toy: Platform = {
  name: 'toy',
  label: 'Toy',
  routes: [consent, make],
  errors: {
    unknownRoute: () => json(404, { toy: 'unknown' }),
    unreadableBody: () => json(400, { toy: 'unreadable' }),
    bodyTooLarge: () => json(413, { toy: 'too large' }),
  },
  faults: {
    rateLimit: (_call, seconds) => json(429, { seconds }),
    serverError: () => json(503, { toy: 'down' }),
    tokenExpired: () => json(401, { toy: 'expired' }),
    tokenRevoked: () => json(401, { toy: 'revoked' }),
    scopeMissing: () => json(403, { toy: 'scope' }),
  },
  identify: ({ request }) => [request.query.get('who') ?? ''],
  seed: () => undefined,
  putAccount: (_tools, { name }) => ({ platform: 'toy', name, id: name, url: `https://toy.example/${name}` }),
};
