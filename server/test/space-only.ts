import type { Storage } from '../src/storage/storage.ts';

const never = (): never => {
  throw new Error('nothing is stored here');
};

export function spaceOnly(room: { freeBytes: number; totalBytes: number }): Storage {
  return {
    ...{ write: never, open: never, stat: never, delete: never, check: never },
    space: async () => room,
  };
}
