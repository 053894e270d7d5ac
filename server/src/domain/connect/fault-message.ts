import type { AppError } from '../../kernel/errors.ts';

/** What went wrong for a person to read, with the platform's own words where there are any. */
export function faultMessage({ message, details }: AppError): string {
  return details.errorDescription === undefined ? message : `${message} (${details.errorDescription})`;
}
