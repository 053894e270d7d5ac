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
    // Falls through to the error with the valid arguments.
  }
  throw new StartFault(`The arguments are not valid: ${argv.join(' ')}. Use --role ${roles.join('|')} (default all).`);
}
