import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { EngineUser } from './engine-user.ts';

const searchBit = 0o1;

export function closedDirectory(path: string, user: EngineUser | null): string | undefined {
  if (user === null) return undefined;
  return ancestors(resolve(path)).find((directory) => {
    const stat = statSync(directory, { throwIfNoEntry: false });
    return stat?.isDirectory() === true && !mayEnter(stat, user);
  });
}

function mayEnter(stat: { mode: number; uid: number; gid: number }, user: EngineUser): boolean {
  if (stat.uid === user.uid) return (stat.mode & (searchBit << 6)) !== 0;
  if (stat.gid === user.gid) return (stat.mode & (searchBit << 3)) !== 0;
  return (stat.mode & searchBit) !== 0;
}

function ancestors(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [...ancestors(parent), path];
}
