import type { Welcome } from './pages/welcome-page.ts';

export type Service = {
  readiness(): Promise<Readiness>;
  metrics: {
    token: string | undefined;
    /** Without a token, only this machine may read metrics. */
    isLocalOnly: boolean;
    contentType: string;
    render(): Promise<string>;
  };
  openapi(): object;
  welcome(): Welcome;
};

export type Readiness = {
  isReady: boolean;
  checks: {
    database: 'ok' | 'unreachable';
    migrations: 'ok' | 'pending' | 'unknown';
    /** By free space, or for S3 by reachability. */
    storage: 'ok' | 'uploadsRefused' | 'mediaRefused' | 'unreachable' | 'unknown';
    /** `ok` for an external PostgreSQL. */
    databaseDisk: 'ok' | 'writesRefused' | 'unknown';
    /** After an older state was restored, until `herald release`. */
    held: boolean;
    draining: boolean;
    /** Compared with the database's clock; null if unreachable. */
    clockSkewSeconds: number | null;
    /** Null without a worker. */
    heartbeatSecondsAgo: number | null;
  };
  warnings: string[];
};
