import { defined } from '../core/defined.ts';
import { faultKinds } from '../core/faults.ts';
import { ledger } from '../core/ledger.ts';
import { FactsError, type AccountFacts, type Network } from '../core/network.ts';
import { isRecord } from '../core/parameters.ts';
import { json, type Reply } from '../core/reply.ts';
import { hostsOf } from '../core/routing.ts';
import type { SandboxContext } from '../core/context.ts';
import { ControlError, readFields, type ControlRequest } from './control-request.ts';

type Endpoint = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  handle(context: SandboxContext, request: ControlRequest): Reply;
};

const nothing: Reply = { status: 204, headers: {}, body: '' };

export const endpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: 'ledger',
    handle: (context, { query }) => {
      const { platform, account } = readFields(query, { platform: 'string', account: 'string' });
      const posts = ledger.list(context.state.store, defined({ platform, account }));
      return json(200, { posts: posts.map(({ accountId: _accountId, ...post }) => post) });
    },
  },
  { method: 'POST', path: 'faults', handle: (context, { body }) => json(201, { id: addFault(context, body) }) },
  {
    method: 'GET',
    path: 'faults',
    handle: (context) => {
      const faults = context.faults.list().map(({ setAt, ...fault }) => ({ ...fault, setAt: instant(setAt) }));
      return json(200, { faults });
    },
  },
  {
    method: 'DELETE',
    path: 'faults',
    handle: (context) => {
      context.faults.clear();
      return nothing;
    },
  },
  {
    method: 'POST',
    path: 'clock',
    handle: (context, { body }) => {
      const { advanceMs } = readFields(body, { advanceMs: 'integer!' });
      if (advanceMs < 0) throw new ControlError('advanceMs must not be negative');
      context.state.advance(advanceMs);
      return json(200, { now: instant(context.state.clock.now()) });
    },
  },
  {
    method: 'GET',
    path: 'requests',
    handle: (context, { query }) => {
      const { platform, limit = 100 } = readFields(query, { platform: 'string', limit: 'integer' });
      if (limit < 1) throw new ControlError('limit must be at least 1');
      return json(200, { requests: context.log.list({ ...defined({ platform }), limit }) });
    },
  },
  {
    method: 'POST',
    path: 'accounts',
    handle: (context, { body }) => json(200, { accounts: putAccounts(context, body) }),
  },
  { method: 'GET', path: 'routes', handle: (context) => json(200, { routes: listRoutes(context) }) },
  {
    method: 'DELETE',
    path: 'all',
    handle: (context) => {
      context.state.reset();
      context.faults.clear();
      context.throttle.clear();
      context.log.clear();
      context.calls.clear();
      return nothing;
    },
  },
];

const instant = (ms: number): string => new Date(ms).toISOString();

function addFault(context: SandboxContext, body: unknown): string {
  const fields = readFields(body, {
    platform: 'string!',
    operation: 'string',
    account: 'string',
    kind: 'string!',
    times: 'integer',
    afterMs: 'integer',
    value: 'integer',
    status: 'integer',
    body: 'object',
  });
  const { operation, account, value, status, body: replyBody, times = 1, afterMs = 0 } = fields;
  const network = networkOf(context, fields.platform);
  const kind = faultKinds.find((each) => each === fields.kind);
  if (kind === undefined) throw new ControlError(`kind must be one of ${faultKinds.join(', ')}`);
  if (operation !== undefined && !network.routes.some((route) => route.operation === operation)) {
    throw new ControlError(`${network.name} has no operation ${operation}`);
  }
  if (times < 1 || afterMs < 0 || (value ?? 0) < 0) throw new ControlError('times, afterMs and value must be positive');
  checkStatus(status);
  const aim = defined({ operation, account, value, status, body: replyBody });
  return context.faults.add({ platform: network.name, kind, times, afterMs, ...aim }).id;
}

function checkStatus(status = 400): void {
  if (status < 200 || status > 599) throw new ControlError('status must be 200 to 599');
}

function putAccounts(context: SandboxContext, body: unknown): unknown[] {
  const { platform, accounts } = readFields(body, { platform: 'string!', accounts: 'array!' });
  const network = networkOf(context, platform);
  const { clock, random, store } = context.state;
  if (!accounts.every(isFacts)) throw new ControlError('Each of accounts needs a name');
  try {
    return store.commit((tx) => accounts.map((facts) => network.putAccount({ tx, clock, random }, facts)));
  } catch (error) {
    if (error instanceof FactsError) throw new ControlError(error.message);
    throw error;
  }
}

function isFacts(value: unknown): value is AccountFacts {
  return isRecord(value) && typeof value['name'] === 'string' && value['name'] !== '';
}

function networkOf(context: SandboxContext, name: string): Network {
  const network = context.networks.find((each) => each.name === name);
  if (network === undefined) throw new ControlError(`There is no platform ${name}`);
  return network;
}

function listRoutes(context: SandboxContext): unknown[] {
  return context.networks.flatMap((network) =>
    network.routes.map((route) => ({
      platform: network.name,
      method: route.methods.join(', '),
      host: hostsOf(route).join(', '),
      path: route.path,
      operation: route.operation,
      calls: context.calls.get(`${network.name} ${route.operation}`) ?? 0,
    })),
  );
}
