import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import { firstProfile } from '../../harness/sandbox-account.ts';
import type { Api, User } from '../../harness/testbed.ts';
import { inParallel } from '../../harness/wait.ts';

const figures = { quick: 1000, full: 10_000 };
const tenantCount = 20;
/** Far fewer than the requests in flight, so that all tenants use every connection. */
const poolSize = 5;
const atOnce = 60;

export const interleaveTenants: Case = {
  id: 'interleave-tenants',
  about:
    'Lets 20 tenants read and write at the same time through five database connections; no response contains anything of another tenant.',
  run: async (testbed, { tier, random, overrides }) => {
    const count = overrides.get('requests') ?? figures[tier];
    const findings = noFindings();
    const database = await testbed.openDatabase();
    const environment = { HERALD_DATABASE_POOL_SIZE: String(poolSize) };
    const api = await database.startApi({ users: tenantCount, environment });
    const tenants = await Promise.all(api.users.map((user, index) => createTenant(api, user, index)));
    const work = Array.from({ length: count }, () => ({
      ...{ tenant: random.pick(tenants), action: random.pick(actions), serial: random.between(0, 1_000_000) },
    }));
    let reads = 0;
    await inParallel(work, atOnce, async ({ tenant, action, serial }) => {
      const { status, body } = await action(api, tenant, serial);
      const text = JSON.stringify(body);
      if (status >= 300) findings.faults.push(`${action.name} returned ${status} ${text}`);
      const names = new Set(text.match(/canary-\d+-/g));
      if (names.delete(tenant.canary)) reads += 1;
      for (const name of names) findings.faults.push(`${action.name} of ${tenant.canary} returned ${name}`);
    });
    if (reads < count / 2) findings.faults.push(`only ${reads} of ${count} responses contain anything of their tenant`);
    findings.counts = { requests: count, tenants: tenantCount, connections: poolSize, reads };
    const secrets = api.users.map(({ key }) => key);
    findings.faults.push(...(await checkInvariants(database.sql, { secrets, logs: testbed.supervisor.logs() })));
    await api.child.stop();
    return findings;
  },
};

type Tenant = { user: User; canary: string; profileId: string; contactId: string };

async function createTenant(api: Api, user: User, index: number): Promise<Tenant> {
  const canary = `canary-${index}-`;
  const profileId = await firstProfile(api, user);
  await api.call(user, 'PUT', `/v1/profiles/${profileId}`, { name: canary });
  const input = { profileId, name: canary, tags: [canary] };
  const { body } = await api.call<{ contact: { id: string } }>(user, 'POST', '/v1/contacts', input);
  await api.call(user, 'POST', '/v1/posts', { content: canary, isDraft: true });
  return { user, canary, profileId, contactId: body.contact.id };
}

type Action = (api: Api, tenant: Tenant, serial: number) => ReturnType<Api['call']>;

const actions: readonly Action[] = [
  function listProfiles(api, { user }) {
    return api.call(user, 'GET', '/v1/profiles');
  },
  function listContacts(api, { user }) {
    return api.call(user, 'GET', '/v1/contacts?limit=5');
  },
  function getContact(api, { user, contactId }) {
    return api.call(user, 'GET', `/v1/contacts/${contactId}`);
  },
  function updateContact(api, { user, contactId, canary }, serial) {
    return api.call(user, 'PATCH', `/v1/contacts/${contactId}`, { notes: `${canary}${serial}` });
  },
  function listPosts(api, { user }) {
    return api.call(user, 'GET', '/v1/posts?limit=5');
  },
  function createPost(api, { user, canary }, serial) {
    return api.call(user, 'POST', '/v1/posts', { content: `${canary}${serial}`, isDraft: true });
  },
  function validatePost(api, { user, canary }, serial) {
    return api.call(user, 'POST', '/v1/posts/validate', { content: `${canary}${serial}`, isDraft: true });
  },
  function createContact(api, { user, canary, profileId }, serial) {
    return api.call(user, 'POST', '/v1/contacts', { profileId, name: `${canary}${serial}` });
  },
];
