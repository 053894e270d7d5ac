import { AppError } from '../kernel/errors.ts';
import { faultCode } from './fault-code.ts';

class S3Fault extends Error {
  readonly code: string;
  readonly status: number | undefined;

  constructor(message: string, { code, status }: { code: string; status: number | undefined }) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

const retryAfterSeconds = 5;

/** Passes on only code and status: the library's errors contain requests with signatures. */
export async function withoutSecrets<Output>(what: string, output: Promise<Output>): Promise<Output> {
  try {
    return await output;
  } catch (error) {
    const code = codeFrom(error);
    const status = statusFrom(error);
    const text = status === undefined ? code : `${code}, status ${status}`;
    throw new S3Fault(`S3 failed to ${what}: ${text}.`, { code, status });
  }
}

/** The cause is only logged. */
export async function orUnavailable<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof S3Fault)) throw error;
    const details = { retryAfterSeconds, dependency: 'storage' } as const;
    throw new AppError('unavailable', 'The media store is unavailable', details, error);
  }
}

export function isStatus(error: unknown, status: number): boolean {
  return error instanceof Error && 'status' in error && error.status === status;
}

function codeFrom(error: unknown): string {
  return faultCode(error) ?? (error instanceof Error ? error.name : 'UnknownError');
}

function statusFrom(error: unknown): number | undefined {
  const metadata = error instanceof Error && '$metadata' in error ? error.$metadata : undefined;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined;
}
