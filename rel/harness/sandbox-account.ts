import type { Api, User } from './testbed.ts';
import { waitUntil } from './wait.ts';

type Client = Pick<Api, 'baseUrl' | 'call'>;

const connectWithinMs = 20_000;

export const telegramBot = 'herald_sandbox_bot';

type Control = (method: string, path: string, body: object) => Promise<unknown>;

/** Suites retry much sooner than a server does, so rate limits would fail posts. */
export async function liftTelegramLimits(control: Control, names: readonly string[]): Promise<void> {
  const accounts = names.map((name) => ({ name, messagesPerSecond: 0 }));
  await control('POST', 'accounts', { platform: 'telegram', accounts });
}

export type Target = { platform: string; accountId: string };

/** Query parameters of the consent page approve the connection, without a browser. */
export async function connectSandbox(api: Client, user: User, input: AccountInput): Promise<Target> {
  const { platform, name, profileId = await firstProfile(api, user) } = input;
  const list = async (): Promise<string[]> => {
    const path = `/v1/accounts?profileId=${profileId}&platform=${platform}`;
    let ids: string[] | undefined;
    // A process that has just started on a busy machine sheds lists.
    await waitUntil('a list of accounts', connectWithinMs, async () => {
      const { status, body } = await api.call<{ accounts: { _id: string }[] }>(user, 'GET', path);
      if (status !== 503) ids = body.accounts.map(({ _id }) => _id);
      return ids !== undefined;
    });
    return ids ?? [];
  };
  const before = await list();
  await approveConnect(api, user, { platform, name, profileId });
  let accountId: string | undefined;
  // On platforms that send a code to a bot, a worker may connect the account a little later.
  await waitUntil(`connecting ${name} on ${platform}`, connectWithinMs, async () => {
    accountId = (await list()).find((id) => !before.includes(id));
    return accountId !== undefined;
  });
  return { platform, accountId: accountId ?? '' };
}

export async function approveConnect(api: Client, user: User, input: Required<AccountInput>): Promise<string> {
  const path = `/v1/connect/${input.platform}?profileId=${input.profileId}&sandbox=true`;
  const { body } = await api.call<{ authUrl: string; state: string }>(user, 'GET', path);
  await followConsent(api, `${body.authUrl}&decision=approve&account=${input.name}`);
  return body.state;
}

type AccountInput = {
  platform: string;
  name: string;
  profileId?: string;
};

export async function firstProfile(api: Client, user: User): Promise<string> {
  const { body } = await api.call<{ profiles: { _id: string }[] }>(user, 'GET', '/v1/profiles');
  return body.profiles[0]?._id ?? '';
}

/** Maps Herald's public URL to its port. */
async function followConsent({ baseUrl }: Client, start: string): Promise<void> {
  let url = start;
  for (let hop = 0; hop < 10; hop += 1) {
    const { pathname, search } = new URL(url);
    const target = pathname.startsWith('/sandbox/') ? url : `${baseUrl}${pathname}${search}`;
    const response = await fetch(target, { redirect: 'manual' });
    await response.arrayBuffer();
    if (response.status !== 302) return;
    url = response.headers.get('location') ?? '';
  }
}
