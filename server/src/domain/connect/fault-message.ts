import type { AppError } from '../../kernel/errors.ts';

export function faultMessage({ message, details }: AppError): string {
  return details.errorDescription === undefined ? message : `${message} (${details.errorDescription})`;
}
