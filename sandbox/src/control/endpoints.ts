import { defined } from '../core/defined.ts';
import { ledger } from '../core/state/ledger.ts';
import type { AccountFacts, LedgerMessage } from '../core/platform.ts';
import { isRecord } from '../core/wire/parameters.ts';
import { json, type Reply } from '../core/wire/reply.ts';
import { hostsOf } from '../core/wire/routing.ts';
import { plainBehaviour } from '../core/webhooks/webhook-events.ts';
import type { SandboxContext } from '../core/context.ts';
import { ControlError, readFields, type ControlRequest } from './control-request.ts';
import { addPost } from './native-posts.ts';
import { addFault } from './faults.ts';
import { addComment, addMessage, putFollower } from './follower-actions.ts';
import { commit, platformOf } from './platform-access.ts';
import { setFollowers, setMetrics } from './statistics.ts';

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
      const messages = listMessages(context, defined({ platform, account }));
      return json(200, { posts: posts.map(({ accountId: _accountId, ...post }) => post), messages });
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
  { method: 'POST', path: 'people', handle: (context, { body }) => json(201, { person: putFollower(context, body) }) },
  {
    method: 'POST',
    path: 'comments',
    handle: (context, { body }) => json(201, { comment: addComment(context, body) }),
  },
  {
    method: 'POST',
    path: 'messages',
    handle: (context, { body }) => json(201, { message: addMessage(context, body) }),
  },
  { method: 'POST', path: 'posts', handle: (context, { body }) => json(201, { post: addPost(context, body) }) },
  { method: 'POST', path: 'metrics', handle: (context, { body }) => json(200, { metrics: setMetrics(context, body) }) },
  { method: 'POST', path: 'followers', handle: (context, { body }) => json(200, setFollowers(context, body)) },
  { method: 'POST', path: 'delivery', handle: (context, { body }) => json(200, setBehaviour(context, body)) },
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
      context.webhooks.clear();
      return nothing;
    },
  },
];

const instant = (ms: number): string => new Date(ms).toISOString();

function putAccounts(context: SandboxContext, body: unknown): unknown[] {
  const { platform, accounts } = readFields(body, { platform: 'string!', accounts: 'array!' });
  const target = platformOf(context, platform);
  if (!accounts.every(isFacts)) throw new ControlError('Each account needs a name');
  return commit(context, (tools) => accounts.map((facts) => target.putAccount(tools, facts)));
}

/** Fields that the request omits return to their defaults. */
function setBehaviour(context: SandboxContext, body: unknown): object {
  const { platform, ...fields } = readFields(body, {
    platform: 'string!',
    drop: 'boolean',
    duplicate: 'boolean',
    delayMs: 'integer',
    reorder: 'boolean',
  });
  if (platformOf(context, platform).webhook === undefined) throw new ControlError(`${platform} sends no events here`);
  const behaviour = { ...plainBehaviour, ...defined(fields) };
  if (behaviour.delayMs < 0) throw new ControlError('delayMs must not be negative');
  context.webhooks.set(platform, behaviour);
  return { platform, ...behaviour };
}

function listMessages(context: SandboxContext, filter: { platform?: string; account?: string }): LedgerMessage[] {
  return context.platforms
    .filter(({ name }) => filter.platform === undefined || name === filter.platform)
    .flatMap(({ audience }) => audience?.messages?.list(context.state.store) ?? [])
    .filter(({ account }) => filter.account === undefined || account === filter.account);
}

function isFacts(value: unknown): value is AccountFacts {
  return isRecord(value) && typeof value['name'] === 'string' && value['name'] !== '';
}

function listRoutes(context: SandboxContext): unknown[] {
  return context.platforms.flatMap((platform) =>
    platform.routes.map((route) => ({
      platform: platform.name,
      method: route.methods.join(', '),
      host: hostsOf(route).join(', '),
      path: route.path,
      operation: route.operation,
      calls: context.calls.get(`${platform.name} ${route.operation}`) ?? 0,
    })),
  );
}
