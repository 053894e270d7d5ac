/** What the endpoints about the process itself may ask. */
export type Service = {
  readiness(): Promise<Readiness>;
  metrics: {
    token: string | undefined;
    /** Without a token, only to requests from this machine. */
    isLocalOnly: boolean;
    contentType: string;
    render(): Promise<string>;
  };
  openapi(): object;
};

export type Readiness = {
  isReady: boolean;
  checks: {
    database: 'ok' | 'unreachable';
    migrations: 'ok' | 'pending' | 'unknown';
    /** What the room on the media's disk still allows; for an S3, whether it can be reached. */
    storage: 'ok' | 'uploadsRefused' | 'mediaRefused' | 'unreachable' | 'unknown';
    /** What the room on the embedded PostgreSQL's disk still allows; `ok` with an external one. */
    databaseDisk: 'ok' | 'writesRefused' | 'unknown';
    /** Whether an old state of the database was restored and waits for `herald release`. */
    held: boolean;
    draining: boolean;
    /** Seconds between this process's clock and the database's; null when it could not be asked. */
    clockSkewSeconds: number | null;
    /** Since this process's worker last told that it lives; null where it runs none. */
    heartbeatSecondsAgo: number | null;
  };
  warnings: string[];
};
