import { createFollowers } from '../../../../sandbox/src/core/state/followers.ts';
import { ledger } from '../../../../sandbox/src/core/state/ledger.ts';
import { collection, type Reader, type Tx } from '../../../../sandbox/src/core/state/store.ts';
import { FactsError, type Audience, type Call, type Route } from '../../../../sandbox/src/core/platform.ts';
import { readParameters } from '../../../../sandbox/src/core/wire/parameters.ts';
import { json, Refusal, type Reply } from '../../../../sandbox/src/core/wire/reply.ts';
import { error } from './errors.ts';
import { needPage } from './grants.ts';
import { findSquawk } from './squawks.ts';

type Echo = {
  id: string;
  squawk: string;
  page: string;
  parent: string | null;
  by: string;
  text: string;
  at: string;
  hidden: boolean;
};

const echoes = collection<Echo>('parrot/echoes');
export const followers = createFollowers('parrot', (random) => random.digits(9));
const host = 'api.parrot.example';
const repliesMax = 10;

export const echoRoutes: readonly Route[] = [
  { host, methods: ['GET'], path: '/v1/echoes', operation: 'listEchoes', handle: list },
  { host, methods: ['GET'], path: '/v1/echoes/{id}', operation: 'getEcho', handle: get },
  { host, methods: ['POST'], path: '/v1/echoes', operation: 'echo', handle: create },
  { host, methods: ['PUT'], path: '/v1/echoes/{id}', operation: 'hideEcho', handle: hide },
  { host, methods: ['DELETE'], path: '/v1/echoes/{id}', operation: 'deleteEcho', handle: remove },
];

/** Top-level echoes newest first, replies oldest first. */
function list(call: Call): Reply {
  const shape = { squawk: 'string!', parent: 'string!', after: 'string!', limit: 'integer!' } as const;
  const reading = readParameters(call.request, shape);
  if (!reading.ok) return error(400, 'invalid', `${reading.fault.name} is ${reading.fault.kind}`);
  const { squawk: squawkId, parent, after, limit } = reading.values;
  const squawk = needSquawk(call, call.store, squawkId);
  const below = echoes.all(call.store).filter((echo) => echo.squawk === squawk.id && (echo.parent ?? '') === parent);
  const ordered = parent === '' ? below.toReversed() : below;
  const start = after === '' ? 0 : ordered.findIndex(({ id }) => id === after) + 1;
  const page = ordered.slice(start, start + limit);
  const next = start + limit < ordered.length ? (page.at(-1)?.id ?? null) : null;
  return json(200, {
    echoes: page.map((echo) => ({
      ...view(call.store, echo),
      replies: repliesTo(call.store, echo)
        .slice(0, repliesMax)
        .map((reply) => view(call.store, reply)),
    })),
    next,
  });
}

function get(call: Call): Reply {
  return json(200, view(call.store, needEcho(call, call.store)));
}

function create(call: Call): Reply {
  const reading = readParameters(call.request, { squawk: 'string!', text: 'string!', parent: 'string' });
  if (!reading.ok) return error(400, 'invalid', `${reading.fault.name} is ${reading.fault.kind}`);
  const { squawk: squawkId, text, parent = null } = reading.values;
  if ([...text].length > 100) return error(400, 'invalid', 'An echo has at most 100 characters');
  return call.commit((tx) => {
    const { id: squawk, page } = needSquawk(call, tx, squawkId);
    const at = new Date(call.clock.now()).toISOString();
    const echo = { id: call.random.digits(12), squawk, page, parent, by: page, text, at, hidden: false };
    add(tx, echo);
    return json(201, { id: echo.id });
  });
}

function hide(call: Call): Reply {
  const reading = readParameters(call.request, { hidden: 'boolean!' });
  if (!reading.ok) return error(400, 'invalid', `${reading.fault.name} is ${reading.fault.kind}`);
  const { hidden } = reading.values;
  return call.commit((tx) => {
    const echo = needEcho(call, tx);
    echoes.put(tx, echo.id, { ...echo, hidden });
    return json(200, { hidden });
  });
}

function remove(call: Call): Reply {
  return call.commit((tx) => {
    const echo = needEcho(call, tx);
    for (const { id } of [echo, ...repliesTo(tx, echo)]) echoes.delete(tx, id);
    return json(200, { deleted: true });
  });
}

const repliesTo = (reader: Reader, { id }: Echo): Echo[] => echoes.all(reader).filter(({ parent }) => parent === id);

const view = (reader: Reader, echo: Echo) => ({ ...echo, echoes: repliesTo(reader, echo).length });

function needSquawk(call: Call, reader: Reader, id: string) {
  const squawk = findSquawk(reader, id);
  if (squawk === undefined) throw new Refusal(error(404, 'unknown_squawk', 'Nobody heard that'));
  needPage(call, squawk.page);
  return squawk;
}

export function needEcho(call: Call, reader: Reader): Echo {
  const echo = echoes.get(reader, call.request.params['id'] ?? '');
  if (echo === undefined) throw new Refusal(error(404, 'unknown_squawk', 'Nobody heard that'));
  needPage(call, echo.page);
  return echo;
}

function add(tx: Tx, echo: Echo): void {
  echoes.put(tx, echo.id, echo);
  ledger.add(tx, {
    ...{ platform: 'parrot', account: echo.by, accountId: echo.by, id: echo.id, text: echo.text, media: [] },
    url: `https://parrot.example/echoes/${echo.id}`,
    ...{ parentId: echo.parent ?? echo.squawk, createdAt: echo.at, deletedAt: null },
  });
}

export const audience: Omit<Audience, 'messages'> = {
  followers,
  isUsername: (name) => /^[\w.-]{1,64}$/.test(name),
  usernameRule: '1 to 64 letters, digits, dots, hyphens and underscores',
  takesComments: (reader, _account, post) => findSquawk(reader, post) !== undefined,
  isHidden: (reader, _account, comment) => echoes.get(reader, comment)?.hidden === true,
  addComment: (tools, { post, person, text, parent = null }) => {
    const { tx, clock, random } = tools;
    const squawk = findSquawk(tx, post);
    if (squawk === undefined) throw new FactsError(`There is no squawk ${post}`);
    const { username: by } = followers.put(tools, person);
    const [id, at] = [random.digits(12), new Date(clock.now()).toISOString()];
    add(tx, { id, squawk: squawk.id, page: squawk.page, parent, by, text, at, hidden: false });
    return { id };
  },
};
