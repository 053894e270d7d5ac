import { ConfigFaults } from './config.ts';
import { AppError } from '../kernel/errors.ts';
import { StartFault } from '../kernel/start-fault.ts';

export function faultText(error: unknown): string {
  if (error instanceof ConfigFaults) {
    const lines = error.faults.map((fault) => `  - ${fault}`);
    const notes = error.warnings.map((warning) => `Note: ${warning}`);
    return [`${error.message}:`, ...lines, ...notes, 'See docs/configuration.md.'].join('\n');
  }
  if (error instanceof StartFault || error instanceof AppError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
