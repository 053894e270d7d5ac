import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import type { Herald } from './herald.ts';

type Account = { _id: string };

export async function connectAccount(
  { get }: Herald,
  key: string,
  { platform, name }: { platform: string; name?: string },
): Promise<{ platform: string; accountId: string }> {
  const list = async (): Promise<string[]> => {
    const { accounts } = (await (await get(`/v1/accounts?platform=${platform}`, key)).json()) as {
      accounts: Account[];
    };
    return accounts.map(({ _id }) => _id);
  };
  const before = await list();
  const { profiles } = (await (await get('/v1/profiles', key)).json()) as { profiles: Account[] };
  const started = await get(`/v1/connect/${platform}?sandbox=true&profileId=${profiles[0]?._id ?? ''}`, key);
  const { authUrl } = (await started.json()) as { authUrl: string };
  const page = await fetch(`${authUrl}&decision=approve${name === undefined ? '' : `&account=${name}`}`);
  assert.ok(page.ok, await page.text());
  // The server's own sweep may read a code a moment after the page was returned.
  for (let attempt = 1; ; attempt += 1) {
    const accountId = (await list()).find((id) => !before.includes(id));
    if (accountId !== undefined) return { platform, accountId };
    assert.ok(attempt < 40, `no ${platform} account was connected`);
    await setTimeout(250);
  }
}
