import { BoundedMap } from '../bounded-map.ts';
import type { Sealer } from './seal.ts';

/** For callers that open the same few secrets thousands of times a second. */
export function rememberOpened(sealer: Sealer, countMax: number): Sealer {
  const opened = new BoundedMap<string, string>(countMax);
  return {
    keyId: sealer.keyId,
    seal: sealer.seal,
    open: (sealed, sealContext) => {
      // The key includes where the text is stored: a copy in another row must not open from the cache.
      const key = JSON.stringify([sealContext.table, sealContext.row, sealContext.column, sealContext.owner, sealed]);
      const known = opened.get(key);
      if (known !== undefined) return known;
      const text = sealer.open(sealed, sealContext);
      opened.set(key, text);
      return text;
    },
  };
}
