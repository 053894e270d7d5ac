/** What a check of `herald doctor` found. */
export type Finding = { level: 'ok' | 'warning' | 'fault'; check: string; message: string };
