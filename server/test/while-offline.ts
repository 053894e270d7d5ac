import assert from 'node:assert/strict';
import type { TestApp } from './harness.ts';

export async function whileOffline<Result>(
  { app }: Pick<TestApp, 'app'>,
  platformName: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const platform = app.systemCtx.platforms.find(platformName) ?? assert.fail(`no platform ${platformName}`);
  const { call } = platform;
  platform.call = (kind) => ({ ...call(kind), http: { send: async () => ({ kind: 'notSent', reason: 'offline' }) } });
  try {
    return await work();
  } finally {
    platform.call = call;
  }
}
