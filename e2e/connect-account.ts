import assert from 'node:assert/strict';
import type { Herald } from './herald.ts';

type Account = { _id: string };

/** An account of the sandbox, as a script connects it: the consent is given by its address. */
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
  const accountId = (await list()).find((id) => !before.includes(id));
  assert.ok(accountId, `no ${platform} account was connected`);
  return { platform, accountId };
}
