import type { ExternalPost, ExternalPosts } from '../adapter.ts';
import { platformText } from '../shared/platform-text.ts';
import type { MetaAccountCall, MetaCall } from './call.ts';
import { callAsAccount, withoutNulls } from './client.ts';
import type { GraphFailure } from './graph.ts';
import { permalinkKey, type Site } from './permalink-key.ts';
import { metaReadFailures, type ReadOutcomes } from './read-failures.ts';

type Items<Item> = { kind: 'items'; items: Item[] } | GraphFailure;

type Source = {
  outcomes: ReadOutcomes;
  scopes: readonly string[];
  site: Site;
  limitMax: number;
  list(call: MetaAccountCall, limit: number): Promise<Items<ExternalPost>>;
  idPattern: RegExp;
  /** Returns at most one post, of this account only. */
  read(call: MetaAccountCall, id: string): Promise<Items<ExternalPost>>;
};

/** No Meta platform finds a post by its URL. */
export function metaExternalPosts(source: Source): ExternalPosts<MetaCall> {
  const { outcomes, scopes, site, limitMax, idPattern } = source;
  const { isMissing } = metaReadFailures({ outcomes, scopes });
  const missing = { kind: 'post', post: undefined } as const;
  return {
    list: async (call, { limit }) => {
      const list = await source.list(call, Math.min(limit, limitMax));
      if (list.kind !== 'items') return outcomes.toStepRefusal(list, scopes);
      return { kind: 'posts', posts: list.items.slice(0, limit) };
    },

    find: async (call, search) => {
      if ('id' in search) {
        if (!idPattern.test(search.id)) return missing;
        const result = await source.read(call, search.id);
        if (result.kind === 'items') return { kind: 'post', post: result.items[0] };
        return isMissing(result) ? missing : outcomes.toStepRefusal(result, scopes);
      }
      const key = permalinkKey(search.url, site);
      if (key === undefined) return missing;
      const list = await source.list(call, limitMax);
      if (list.kind !== 'items') return outcomes.toStepRefusal(list, scopes);
      return { kind: 'post', post: list.items.find((post) => permalinkKey(post.platformPostUrl, site) === key) };
    },
  };
}

type Request<Item> = { id: string; fields: string; read(value: unknown): Item | undefined };

/** Empty if `username` is not the account's. */
export async function readOwnObject<Item extends { id: string | number }>(
  call: MetaAccountCall,
  { id, fields, read }: Request<Item>,
): Promise<Items<Item>> {
  const reply = await callAsAccount(call, id, { query: { fields: `${fields},username` } });
  if (reply.kind !== 'ok') return reply;
  const item = read(withoutNulls(reply.json));
  if (item === undefined) return { kind: 'lost', reason: 'the post could not be parsed' };
  const username = platformText(reply.json['username'], 100) ?? '';
  const isOwn = String(item.id) === id && username.toLowerCase() === call.account.username.toLowerCase();
  return { kind: 'items', items: isOwn ? [item] : [] };
}
