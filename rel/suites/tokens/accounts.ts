import type { Api, CaseDatabase, SandboxProcess, User } from '../../harness/testbed.ts';
import { violation } from '../../invariants.ts';

/** Its refresh tokens work once: a second use revokes the grant. */
const platform = 'parrot';
const callback = 'https://herald.example/v1/connect/parrot/callback';

export type Session = { state: string; profileId: string; code: string };

export async function approve(api: Api, user: User, account: string): Promise<Session> {
  const { body: listed } = await api.call<{ profiles: { _id: string }[] }>(user, 'GET', '/v1/profiles');
  const profileId = listed.profiles[0]?._id ?? '';
  const path = `/v1/connect/${platform}?profileId=${profileId}&sandbox=true`;
  const { body } = await api.call<{ authUrl: string; state: string }>(user, 'GET', path);
  const response = await fetch(`${body.authUrl}&decision=approve&account=${account}`, { redirect: 'manual' });
  const location = response.headers.get('location') ?? '';
  if (!location.startsWith(callback)) throw new Error(`the consent led to ${location}`);
  return { state: body.state, profileId, code: new URL(location).searchParams.get('code') ?? '' };
}

export async function connectAccount(api: Api, user: User, account: string): Promise<string> {
  const session = await approve(api, user, account);
  const { status, body } = await api.call<{ accounts: { _id: string }[] }>(
    user,
    'POST',
    `/v1/connect/${platform}`,
    session,
  );
  const id = body.accounts[0]?._id;
  if (status !== 200 || id === undefined) throw new Error(`not connected: ${status} ${JSON.stringify(body)}`);
  return id;
}

export type Opened = { kind: string; token: string };

export async function open(api: Api, user: User, accountId: string): Promise<Opened> {
  const { status, body } = await api.call<Opened>(user, 'POST', `/v1/suite/accounts/${accountId}/open`);
  if (status !== 200)
    throw new Error(violation('no-crashes', `opening an account returned ${status} ${JSON.stringify(body)}`));
  return body;
}

export async function makeRefreshDue(database: CaseDatabase, accountId: string): Promise<void> {
  await database.sql(`UPDATE accounts SET refresh_at = now() - interval '1 second' WHERE id = $1`, [accountId]);
}

type Logged = { operation: string; status: number | null; body: { grant_type?: string } };

export function refreshes(sandbox: SandboxProcess): Promise<Grants> {
  return grantsOf(sandbox, 'refresh');
}

export function exchanges(sandbox: SandboxProcess): Promise<Grants> {
  return grantsOf(sandbox, 'code');
}

type Grants = { count: number; refused: number };

const grantTypes = { refresh: 'refresh_token', code: 'authorization_code' };

async function grantsOf(sandbox: SandboxProcess, grant: 'refresh' | 'code'): Promise<Grants> {
  const { requests } = await sandbox.control<{ requests: Logged[] }>('GET', `requests?platform=${platform}&limit=2000`);
  const grants = requests.filter(
    ({ operation, body }) => operation === 'token' && body.grant_type === grantTypes[grant],
  );
  return { count: grants.length, refused: grants.filter(({ status }) => status !== 200).length };
}

export async function statusOf(database: CaseDatabase, accountId: string): Promise<string> {
  const [row] = await database.sql<{ status: string }>('SELECT status FROM accounts WHERE id = $1', [accountId]);
  return row?.status ?? 'gone';
}
