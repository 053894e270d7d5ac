import { defined } from '../core/defined.ts';
import { faultKinds } from '../core/faults.ts';
import { ledger } from '../core/ledger.ts';
import { FactsError, type AccountFacts, type Network } from '../core/network.ts';
import { isRecord } from '../core/parameters.ts';
import { json, type Reply } from '../core/reply.ts';
import { hostsOf } from '../core/routing.ts';
import type { World } from '../core/world.ts';
import { ControlError, readFields, type ControlRequest } from './control-request.ts';

type Endpoint = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  handle(world: World, request: ControlRequest): Reply;
};

const nothing: Reply = { status: 204, headers: {}, body: '' };

export const endpoints: readonly Endpoint[] = [
  {
    method: 'GET',
    path: 'ledger',
    handle: (world, { query }) => {
      const { platform, account } = readFields(query, { platform: 'string', account: 'string' });
      const posts = ledger.list(world.state.store, defined({ platform, account }));
      return json(200, { posts: posts.map(({ accountId: _accountId, ...post }) => post) });
    },
  },
  { method: 'POST', path: 'faults', handle: (world, { body }) => json(201, { id: addFault(world, body) }) },
  {
    method: 'GET',
    path: 'faults',
    handle: (world) => {
      const faults = world.faults.list().map(({ setAt, ...fault }) => ({ ...fault, setAt: instant(setAt) }));
      return json(200, { faults });
    },
  },
  {
    method: 'DELETE',
    path: 'faults',
    handle: (world) => {
      world.faults.clear();
      return nothing;
    },
  },
  {
    method: 'POST',
    path: 'clock',
    handle: (world, { body }) => {
      const { advanceMs } = readFields(body, { advanceMs: 'integer!' });
      if (advanceMs < 0) throw new ControlError('advanceMs must not be negative');
      world.state.advance(advanceMs);
      return json(200, { now: instant(world.state.clock.now()) });
    },
  },
  {
    method: 'GET',
    path: 'requests',
    handle: (world, { query }) => {
      const { platform, limit = 100 } = readFields(query, { platform: 'string', limit: 'integer' });
      if (limit < 1) throw new ControlError('limit must be at least 1');
      return json(200, { requests: world.log.list({ ...defined({ platform }), limit }) });
    },
  },
  { method: 'POST', path: 'accounts', handle: (world, { body }) => json(200, { accounts: putAccounts(world, body) }) },
  { method: 'GET', path: 'routes', handle: (world) => json(200, { routes: listRoutes(world) }) },
  {
    method: 'DELETE',
    path: 'all',
    handle: (world) => {
      world.state.reset();
      world.faults.clear();
      world.throttle.clear();
      world.log.clear();
      world.calls.clear();
      return nothing;
    },
  },
];

const instant = (ms: number): string => new Date(ms).toISOString();

function addFault(world: World, body: unknown): string {
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
  const { operation, account, value, status, body: answer, times = 1, afterMs = 0 } = fields;
  const network = networkOf(world, fields.platform);
  const kind = faultKinds.find((each) => each === fields.kind);
  if (kind === undefined) throw new ControlError(`kind must be one of ${faultKinds.join(', ')}`);
  if (operation !== undefined && !network.routes.some((route) => route.operation === operation)) {
    throw new ControlError(`${network.name} has no operation ${operation}`);
  }
  if (times < 1 || afterMs < 0 || (value ?? 0) < 0) throw new ControlError('times, afterMs and value must be positive');
  checkStatus(status);
  const aim = defined({ operation, account, value, status, body: answer });
  return world.faults.add({ platform: network.name, kind, times, afterMs, ...aim }).id;
}

function checkStatus(status = 400): void {
  if (status < 200 || status > 599) throw new ControlError('status must be 200 to 599');
}

function putAccounts(world: World, body: unknown): unknown[] {
  const { platform, accounts } = readFields(body, { platform: 'string!', accounts: 'array!' });
  const network = networkOf(world, platform);
  const { clock, random, store } = world.state;
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

function networkOf(world: World, name: string): Network {
  const network = world.networks.find((each) => each.name === name);
  if (network === undefined) throw new ControlError(`There is no platform ${name}`);
  return network;
}

function listRoutes(world: World): unknown[] {
  return world.networks.flatMap((network) =>
    network.routes.map((route) => ({
      platform: network.name,
      method: route.methods.join(', '),
      host: hostsOf(route).join(', '),
      path: route.path,
      operation: route.operation,
      calls: world.calls.get(`${network.name} ${route.operation}`) ?? 0,
    })),
  );
}
