import { Type } from 'typebox';
import type { Metrics, ReadFollowers } from '../../../src/platforms/adapter.ts';
import { countOf } from '../../../src/platforms/shared/counts.ts';
import { responseReader } from '../../../src/platforms/shared/response-reader.ts';
import type { ParrotCall } from './call.ts';
import { callParrot, tokenOf } from './client.ts';
import { toRefusal } from './errors.ts';

const Count = Type.Unknown();
const readMetrics = responseReader(Type.Object({ id: Type.String(), views: Count, likes: Count, shares: Count }));

export const metrics: Metrics<ParrotCall> = {
  postsMax: 20,
  read: async (call, posts) => {
    const ids = posts.map(({ id }) => id).join(',');
    const reply = await callParrot(call, { method: 'GET', path: `/metrics?ids=${ids}`, token: tokenOf(call) });
    if (reply.kind !== 'ok') return toRefusal(reply);
    const { squawks } = reply.json;
    if (!Array.isArray(squawks)) return { kind: 'notDone', reason: 'the list could not be parsed' };
    const entries = squawks.map(readMetrics).flatMap((squawk) => {
      if (squawk === undefined) return [];
      const { id, views, likes, shares } = squawk;
      return [[id, { views: countOf(views), likes: countOf(likes), shares: countOf(shares) }] as const];
    });
    return { kind: 'metrics', byPostId: new Map(entries) };
  },
};

const readPage = responseReader(Type.Object({ followers: Count }));

export const followers: ReadFollowers<ParrotCall> = async (call) => {
  const path = `/pages/${call.account.providerAccountId}`;
  const reply = await callParrot(call, { method: 'GET', path, token: tokenOf(call) });
  if (reply.kind !== 'ok') return toRefusal(reply);
  const page = readPage(reply.json);
  if (page === undefined) return { kind: 'notDone', reason: 'the page could not be parsed' };
  return { kind: 'followers', count: countOf(page.followers) };
};
