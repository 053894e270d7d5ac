/** Such as `ENOENT` or `NoSuchBucket`. */
export function faultCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

export async function unlessMissing<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (faultCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
