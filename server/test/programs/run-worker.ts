import { createCore, type Core } from '../../src/core.ts';
import { coreOptions, failpoint, shiftClock, startGuard } from './core-options.ts';
import { lines, options, report, stopped } from './program.ts';

export async function run(): Promise<void> {
  const core = createCore(coreOptions());
  await startGuard(core);
  report('ready');
  if (options.isSpare === true) {
    const line = new Promise<string>((resolve) => lines.once('line', resolve));
    const word = await Promise.race([stopped, line]);
    if (word !== undefined && failpoint !== undefined) failpoint.aim(JSON.parse(word) as string[]);
  }
  if (options.clockShiftMs !== undefined) lines.on('line', (line) => shiftClock(Number(line)));
  reportWorkerId(core);
  core.worker.start();
  report('working');
  await stopped;
  await core.close();
}

/** Suites must know what a killed worker had claimed. */
function reportWorkerId({ systemCtx }: Core): void {
  const { ids } = systemCtx;
  systemCtx.ids = {
    ...ids,
    make: (kind) => {
      const id = ids.make(kind);
      if (kind === 'worker') report('named', { workerId: id });
      return id;
    },
  };
}
