export type Failure = { name: string; message: string; log: readonly string[] };

export type FileResult = { tests: number; skipped: number; failures: readonly Failure[] };
