import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import type { Random } from '../../harness/random.ts';
import type { Api, CaseDatabase, User } from '../../harness/testbed.ts';
import { connectAccount, type Opened } from './accounts.ts';

const figures = { quick: 400, full: 2000 };
const accountsPerUser = 3;

export const refuseTamperedTokens: Case = {
  id: 'refuse-tampered-tokens',
  about:
    'Changes, cuts and swaps the encrypted tokens in the database, between rows, columns, owners and key IDs; none is decrypted, and the original still is.',
  run: async (testbed, { tier, random, overrides }) => {
    const count = overrides.get('count') ?? figures[tier];
    const findings = noFindings();
    const database = await testbed.openDatabase();
    const sandbox = await database.startSandbox();
    const api = await database.startApi({ users: 2, sandboxUrl: sandbox.url });
    const vault: SealedAccount[] = [];
    for (const [u, user] of api.users.entries()) {
      for (let n = 0; n < accountsPerUser; n += 1) {
        const accountId = await connectAccount(api, user, `tampered-${u}-${n}`);
        const { token } = await tryOpen(api, user, accountId);
        if (token === '') throw new Error('a connected account has no token');
        vault.push({ user, accountId, token, sealed: await readSealed(database, accountId) });
      }
    }
    const tokens = vault.map(({ token }) => token);
    const foreign = await sealedSecretOf(api, database);
    let opened = 0;
    for (let n = 0; n < count; n += 1) {
      const account = random.pick(vault);
      const { name, sealed } = random.pick(tamperings)({ account, vault, foreign, random });
      if (sealed === account.sealed) continue;
      await writeSealed(database, account.accountId, sealed);
      const { token } = await tryOpen(api, account.user, account.accountId);
      if (token !== '') findings.faults.push(`${name}: ${tokens.includes(token) ? 'a token' : 'a text'} was decrypted`);
      // Proves that decrypting does not fail for another reason.
      if (n % 10 !== 0) continue;
      opened += 1;
      await writeSealed(database, account.accountId, account.sealed);
      const original = await tryOpen(api, account.user, account.accountId);
      if (original.token !== account.token) findings.faults.push(`${name}: the original is no longer decrypted`);
    }
    findings.counts = { count, kinds: tamperings.length, accounts: vault.length, opened };
    const observed = { secrets: tokens, logs: testbed.supervisor.logs() };
    findings.faults.push(...(await checkInvariants(database.sql, observed)));
    await api.child.stop();
    await sandbox.stop();
    return findings;
  },
};

type SealedAccount = { user: User; accountId: string; token: string; sealed: string };
type Tampering = (input: {
  account: SealedAccount;
  vault: readonly SealedAccount[];
  foreign: string;
  random: Random;
}) => { name: string; sealed: string };

type Part = 'iv' | 'body';
type Sealed = { version: string; keyId: string } & Record<Part, Buffer>;

/** `v1.<key ID>.<iv>.<text and tag>` */
function parse(sealed: string): Sealed {
  const [version = '', keyId = '', iv = '', body = ''] = sealed.split('.');
  return { version, keyId, iv: Buffer.from(iv, 'base64url'), body: Buffer.from(body, 'base64url') };
}

function format({ version, keyId, iv, body }: Sealed): string {
  return `${version}.${keyId}.${iv.toString('base64url')}.${body.toString('base64url')}`;
}

function flipped(bytes: Buffer, random: Random): Buffer {
  const changed = Buffer.from(bytes);
  const at = random.between(0, changed.length - 1);
  changed[at] = (changed[at] ?? 0) ^ (1 << random.between(0, 7));
  return changed;
}

const tagBytes = 16;

const tamperings: readonly Tampering[] = [
  ({ account: { sealed }, random }) => {
    const parts = parse(sealed);
    return { name: 'a flipped bit in the text', sealed: format({ ...parts, body: flipped(parts.body, random) }) };
  },
  ({ account: { sealed }, random }) => {
    const parts = parse(sealed);
    return { name: 'a flipped bit in the iv', sealed: format({ ...parts, iv: flipped(parts.iv, random) }) };
  },
  ({ account: { sealed }, random }) => {
    const parts = parse(sealed);
    const body = parts.body.subarray(0, -random.between(1, tagBytes));
    return { name: 'a short tag', sealed: format({ ...parts, body }) };
  },
  ({ account: { sealed }, random }) => {
    const keyId = random.pick(['other', 'test2', 'TEST', 'tes', '']);
    return { name: 'another key ID', sealed: format({ ...parse(sealed), keyId }) };
  },
  ({ account: { sealed }, random }) => ({
    name: 'another version',
    sealed: format({ ...parse(sealed), version: random.pick(['v0', 'v2', 'V1', '']) }),
  }),
  ({ account, vault, random }) => ({
    name: 'the token of another row',
    sealed: random.pick(vault.filter(({ user, accountId }) => user === account.user && accountId !== account.accountId))
      .sealed,
  }),
  ({ account, vault, random }) => ({
    name: 'the token of another owner',
    sealed: random.pick(vault.filter(({ user }) => user !== account.user)).sealed,
  }),
  ({ foreign }) => ({ name: 'the secret of another table and column', sealed: foreign }),
  ({ account: { sealed }, vault, random }) => {
    const [one, other] = [parse(sealed), parse(random.pick(vault).sealed)];
    return { name: 'the iv of another row', sealed: format({ ...one, iv: other.iv }) };
  },
];

/** A response without a token counts as refused, whatever its status. */
async function tryOpen(api: Api, user: User, accountId: string): Promise<Opened> {
  const { status, body } = await api.call<Opened>(user, 'POST', `/v1/suite/accounts/${accountId}/open`);
  return status === 200 ? body : { kind: 'refused', token: '' };
}

async function readSealed({ sql }: CaseDatabase, accountId: string): Promise<string> {
  const [row] = await sql<{ sealed: string }>('SELECT tokens_sealed AS sealed FROM accounts WHERE id = $1', [
    accountId,
  ]);
  return row?.sealed ?? '';
}

async function writeSealed({ sql }: CaseDatabase, accountId: string, sealed: string): Promise<void> {
  await sql('UPDATE accounts SET tokens_sealed = $2 WHERE id = $1', [accountId, sealed]);
}

async function sealedSecretOf(api: Api, { sql }: CaseDatabase): Promise<string> {
  const [user] = api.users;
  if (user === undefined) throw new Error('a user is missing');
  const endpoint = { name: 'Sealed', url: 'https://receiver.example/', events: ['post.scheduled'] };
  const { status, body } = await api.call(user, 'POST', '/v1/webhooks', {
    ...endpoint,
    profileAccess: 'all_profiles',
  });
  if (status !== 201) throw new Error(`a webhook returned ${status} ${JSON.stringify(body)}`);
  const [row] = await sql<{ sealed: string }>('SELECT secret_sealed AS sealed FROM webhook_endpoints');
  return row?.sealed ?? '';
}
