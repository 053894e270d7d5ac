import { ConfigFaults } from './config.ts';
import { AppError } from '../kernel/errors.ts';
import { StartFault } from '../kernel/start-fault.ts';

/** Stack traces are printed only for unexpected errors. */
export function faultText(error: unknown): string {
  if (error instanceof ConfigFaults) {
    return `${error.message}:\n${error.faults.map((fault) => `  - ${fault}`).join('\n')}\nSee docs/configuration.md.`;
  }
  if (error instanceof StartFault || error instanceof AppError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
