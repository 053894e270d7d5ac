import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Fake = { program: string; folder: string; dispose(): void };
type Acts = { measure?: string; convert?: string; look?: string };

export function fakeFfmpeg(output: Uint8Array, acts: Acts = {}): Fake {
  const folder = mkdtempSync(join(tmpdir(), 'herald-fake-ffmpeg-'));
  const program = join(folder, 'ffmpeg');
  writeFileSync(join(folder, 'made'), output);
  writeFileSync(
    program,
    `#!/bin/sh
for last; do :; done
echo "$@" >> ${folder}/calls
case "$*" in
  *-encoders) ${acts.look ?? 'echo " V....D libx264 x"; echo " A..... aac x"'} ;;
  *-progress*) ${acts.measure ?? 'echo out_time_us=2000000'} ;;
  *) ${acts.convert ?? `cp ${folder}/made "\${last#file:}"`} ;;
esac
`,
  );
  chmodSync(program, 0o755);
  return { program, folder, dispose: () => rmSync(folder, { recursive: true, force: true }) };
}
