import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { startProgram, type Program } from './program.ts';
import { checkout } from './supervisor.ts';

export function missingFailoverTools(): string | undefined {
  if (process.getuid?.() !== 0) return 'The failover suite needs to run as root, to start machines of their own';
  if (existsSync(join(folder(), 'complete'))) return undefined;
  return (
    'Patroni, etcd, HAProxy and PostgreSQL 17 are missing: run rel/tools/install-failover.sh <folder> ' +
    'and set HERALD_TEST_FAILOVER to <folder>'
  );
}

const folder = (): string => process.env['HERALD_TEST_FAILOVER'] ?? '/nonexistent';

type MachineOptions = {
  /** What survives a kill, mounted at `/mnt`. */
  disk: string;
  run: readonly string[];
};

/** The machine shares only the network, so killing it is like a power failure. */
export function startMachine(name: string, { disk, run }: MachineOptions): Program {
  const root = join(folder(), 'root');
  return startProgram(name, { command: join(checkout, 'rel/tools/run-machine.sh'), args: [root, disk, ...run] });
}
