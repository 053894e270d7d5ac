import { AppError } from '../../kernel/errors.ts';

const byFrameworkCode: Readonly<Record<string, () => AppError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new AppError('payloadTooLarge', 'The body is larger than the limit'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new AppError('invalidJsonBody', 'The body does not match its Content-Length'),
  FST_ERR_BAD_URL: () => new AppError('notFound', 'The path is not a valid URL'),
};

export function toAppError(error: unknown, operation: string): AppError {
  if (error instanceof AppError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ECONNRESET' && (error as Error).message === 'aborted') {
    return new AppError('requestTimeout', 'The client closed the connection');
  }
  return byFrameworkCode[code]?.() ?? new AppError('internal', `Failed to ${operation}`, {}, error);
}
