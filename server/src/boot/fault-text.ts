import { ConfigFaults } from './config.ts';
import { AppError } from '../kernel/errors.ts';
import { StartFault } from '../kernel/start-fault.ts';

/** What the operator reads when a command or a start cannot go on; a stack only for what nobody foresaw. */
export function faultText(error: unknown): string {
  if (error instanceof ConfigFaults) {
    return `${error.message}:\n${error.faults.map((fault) => `  - ${fault}`).join('\n')}\nSee docs/configuration.md.`;
  }
  if (error instanceof StartFault || error instanceof AppError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
