export type Finding = { level: 'ok' | 'warning' | 'fault'; check: string; message: string };
