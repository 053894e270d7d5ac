import type { Welcome } from './pages/welcome-page.ts';

export type Service = {
  readiness(): Promise<Readiness>;
  metrics: {
    token: string | undefined;
    /** Without a token, only this machine may read the metrics. */
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
    /** By free space; for S3, by whether it can be reached. */
    storage: 'ok' | 'uploadsRefused' | 'mediaRefused' | 'unreachable' | 'unknown';
    /** `ok` for an external PostgreSQL. */
    databaseDisk: 'ok' | 'writesRefused' | 'unknown';
    /** Until `herald release`, after an older state was restored. */
    held: boolean;
    draining: boolean;
    /** Difference to the database's clock; null when it cannot be reached. */
    clockSkewSeconds: number | null;
    /** Null when this process runs no worker. */
    heartbeatSecondsAgo: number | null;
  };
  warnings: string[];
};
