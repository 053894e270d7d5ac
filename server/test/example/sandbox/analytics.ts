import type { Call, Route } from '../../../../sandbox/src/core/platform.ts';
import { followersOf, statisticsOf } from '../../../../sandbox/src/core/state/statistics.ts';
import { json, type Reply } from '../../../../sandbox/src/core/wire/reply.ts';
import { needGrant, needPage } from './grants.ts';
import { findSquawk } from './squawks.ts';

const host = 'api.parrot.example';

export const analyticsRoutes: readonly Route[] = [
  { host, methods: ['GET'], path: '/v1/metrics', operation: 'metrics', handle: metrics },
  { host, methods: ['GET'], path: '/v1/pages/{page}', operation: 'page', handle: page },
];

/** Views are text. Leaves out squawks that nobody heard. */
function metrics(call: Call): Reply {
  const { pages } = needGrant(call, 'squawk');
  const ids = (call.request.query.get('ids') ?? '').split(',');
  const own = ids.map((id) => findSquawk(call.store, id)).filter((one) => one && pages.includes(one.page));
  const squawks = own.flatMap((squawk) => {
    if (squawk === undefined) return [];
    const { id, at } = squawk;
    const post = { platform: 'parrot', id, createdAt: Date.parse(at) };
    const { views, likes, shares } = statisticsOf(call.store, call.clock.now(), post);
    return [{ id, views: String(views), likes, shares }];
  });
  return json(200, { squawks });
}

function page(call: Call): Reply {
  const id = call.request.params['page'] ?? '';
  needPage(call, id);
  const account = { platform: 'parrot', id, followersCount: 100 };
  return json(200, { page: id, followers: followersOf(call.store, call.clock.now(), account) });
}
