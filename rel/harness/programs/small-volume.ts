import { spawnSync } from 'node:child_process';
import { appendFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { createDataFolder } from '../data-folder.ts';

type SmallVolume = Disposable & {
  folder: string;
  fill(leaveBytes: number): void;
  free(): void;
};

/** In memory; needs root. */
export function mountSmallVolume(suite: string, megabytes: number): SmallVolume {
  const data = createDataFolder(suite);
  const folder = data.path;
  run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder]);
  const filler = join(folder, 'filler');
  return {
    folder,
    fill: (leaveBytes) => {
      const { bavail, bsize } = statfsSync(folder);
      appendFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - leaveBytes)));
    },
    free: () => rmSync(filler, { force: true }),
    [Symbol.dispose]: () => {
      run('umount', [folder]);
      data[Symbol.dispose]();
    },
  };
}

function run(program: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr}`);
}
