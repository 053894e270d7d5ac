import { createInterface } from 'node:readline';
import type { Timing } from '../../src/domain/context.ts';
import { createLog } from '../../src/kernel/log.ts';
import type { Failpoint } from '../failpoints.ts';

export type Role = 'engine' | 'api' | 'worker' | 'client' | 'sandbox' | 's3' | 'files';

export type Options = {
  role: Role;
  /** For PostgreSQL, media or upload files. */
  folder?: string;
  databaseUrl?: string;
  /** PostgreSQL itself, if `databaseUrl` leads to a pooler. */
  directDatabaseUrl?: string;
  timing?: Partial<Timing>;
  /** Allowed ports on 127.0.0.1. */
  admitted?: number[];
  users?: number;
  /** Boots, and works once a line arrives on stdin. */
  isSpare?: boolean;
  dnsPort?: number;
  sandboxUrl?: string;
  redirectOrigins?: string;
  /** The API description does not name the example platform. */
  isWithoutExamples?: boolean;
  /** JSON that replaces the free space of the disks. */
  spaceFile?: string;
  environment?: Record<string, string>;
  /** The host clock's error; lines on stdin change it. */
  clockShiftMs?: number;
  /** Enables the restore guard, which keeps a copy of the epoch here. */
  stateFolder?: string;
  /** A line on stdin names what halts there. */
  failpoint?: Failpoint;
};

export const publicUrl = 'https://herald.example';
export const options = JSON.parse(process.argv[2] ?? '{}') as Options;
export const report = (event: string, facts: object = {}): void =>
  void process.stdout.write(`${JSON.stringify({ event, ...facts })}\n`);
export const log = createLog('warn');
export const stopped = new Promise<void>((resolve) => process.once('SIGTERM', resolve));
export const lines = createInterface({ input: process.stdin });
