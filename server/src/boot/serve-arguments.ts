import { parseArgs } from 'node:util';
import { StartFault } from '../kernel/start-fault.ts';

const roles = ['all', 'api', 'worker'] as const;
export type Role = (typeof roles)[number];

export function parseServeArguments(argv: readonly string[]): { role: Role } {
  try {
    const { values } = parseArgs({ args: [...argv], options: { role: { type: 'string', default: 'all' } } });
    const role = roles.find((name) => name === values.role);
    if (role !== undefined) return { role };
  } catch {
    // Falls through to the one sentence that says what is possible.
  }
  throw new StartFault(`The arguments are: --role ${roles.join('|')} (default all). Given: ${argv.join(' ')}`);
}
