import type { Random } from './random.ts';
import { collection, type Reader, type Tx } from './store.ts';

/** Comments and writes messages, but has no account that Herald could connect. */
export type Follower = { readonly id: string; readonly username: string; readonly name: string };

export type Followers = {
  get(reader: Reader, id: string): Follower | undefined;
  all(reader: Reader): Follower[];
  /** Updates the name of an existing follower. */
  put(tools: { readonly tx: Tx; readonly random: Random }, username: string, name?: string): Follower;
};

export function createFollowers(platform: string, newId: (random: Random) => string): Followers {
  const stored = collection<Follower>(`${platform}/followers`);
  return {
    get: (reader, id) => stored.get(reader, id),
    all: (reader) => stored.all(reader),
    put: ({ tx, random }, username, name) => {
      const known = stored.all(tx).find((follower) => follower.username === username);
      if (known !== undefined && (name === undefined || name === known.name)) return known;
      const follower = { id: known?.id ?? newId(random), username, name: name ?? username };
      stored.put(tx, follower.id, follower);
      return follower;
    },
  };
}
