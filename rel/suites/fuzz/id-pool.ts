import type { IdKind } from '../tenancy/id-positions.ts';
import type { Resources } from '../tenancy/resources.ts';
import { idTokens } from './arbitrary-values.ts';

/** Learns IDs from responses, so that later requests reach what earlier ones created. */
export type IdPool = {
  add(text: string): void;
  /** Replaces tokens by real IDs. `mayDelete` includes IDs of things that the suite still needs. */
  fill(text: string, options?: { isDelete: boolean; mayDelete: boolean }): string;
};

const kindOfPrefix: Readonly<Record<string, IdKind>> = {
  ...{ prf: 'profile', acc: 'account', pst: 'post', key: 'key', whk: 'webhook', whd: 'delivery' },
  ...{ aut: 'automation', ctc: 'contact', que: 'queue' },
};

const perKindMax = 40;
const firstCount = 2;

/** `reserved` IDs are never used, such as the key that sends the requests. */
export function createIdPool({ ids, pinterestId }: Resources, reserved: string): IdPool {
  const pool = new Map<string, string[]>(Object.entries(ids).map(([kind, id]) => [kind, [id]]));
  pool.get('account')?.push(pinterestId);
  const add = (kind: string, id: string): void => {
    const known = pool.get(kind) ?? [];
    if (known.includes(id) || reserved.includes(id)) return;
    known.push(id);
    // The first ones have everything, such as a published post with comments.
    if (known.length > perKindMax) known.splice(firstCount, 1);
    pool.set(kind, known);
  };
  return {
    add: (text) => {
      for (const [id] of text.matchAll(/[a-z]{3}_[0-9a-z]{24}/g)) {
        const kind = kindOfPrefix[id.slice(0, 3)];
        if (kind !== undefined) add(kind, id);
      }
      for (const [, cursor] of text.matchAll(/"(?:nextCursor|cursor)":"([^"]+)"/g)) add('cursor', cursor ?? '');
    },
    fill: (text, { isDelete, mayDelete } = { isDelete: false, mayDelete: false }) =>
      text.replaceAll(idTokens, (_token, kind: string, n: string) => {
        const known = (pool.get(kind) ?? []).slice(isDelete && !mayDelete ? firstCount : 0);
        return known[Number(n) % known.length] ?? `unknown-${kind}`;
      }),
  };
}
