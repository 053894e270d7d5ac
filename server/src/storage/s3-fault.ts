import { faultCode } from './fault-code.ts';

/**
 * What the library throws carries the request and the answer, with signatures and sometimes the text that was signed.
 * Only the name and the status of the fault leave here.
 */
export async function answered<Answer>(what: string, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    const code = codeFrom(error);
    const status = statusFrom(error);
    const text = status === undefined ? code : `${code}, status ${status}`;
    throw Object.assign(new Error(`S3 failed to ${what}: ${text}.`), { code, status });
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
