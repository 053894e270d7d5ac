import { createDataFolder } from '../../harness/data-folder.ts';
import { firstProfile } from '../../harness/sandbox-account.ts';
import type { Api, CaseDatabase, Testbed, User } from '../../harness/testbed.ts';
import { createResources, type Resources } from './resources.ts';

/** `foreign` belongs to the second tenant, everything else to the first. */
export type Fixture = AsyncDisposable & {
  api: Api;
  database: CaseDatabase;
  tenant: User;
  foreignTenant: User;
  own: Resources;
  otherProfile: Resources;
  deleted: Resources;
  foreign: Resources;
  principals: readonly Principal[];
};

export type Principal = {
  name: string;
  key: string | undefined;
  /** To the profile of `own`. */
  isLimited: boolean;
  isRefused: boolean;
};

export async function openFixture(testbed: Testbed): Promise<Fixture> {
  const folder = createDataFolder('tenancy');
  const database = await testbed.openDatabase();
  const sandbox = await database.startSandbox();
  const options = { sandboxUrl: sandbox.url, folder: folder.path, isWithoutExamples: true };
  const api = await database.startApi({ ...options, users: 2 });
  sandbox.reach(api.baseUrl);
  const [tenant, foreignTenant] = api.users;
  if (tenant === undefined || foreignTenant === undefined) throw new Error('a user is missing');
  const worker = database.startWorker({ ...options, timing: { publishPollMs: 100 } });
  const names = ['otherprofile', 'deletedthings', 'deletedprofile'];
  const profiles = await Promise.all(names.map((name) => createProfile(api, tenant, name)));
  const [otherId = '', deletedId = '', emptiedId = ''] = profiles;
  const [own, otherProfile, deleted, foreign] = await Promise.all([
    createResources({ api, sandbox }, tenant, { profileId: await firstProfile(api, tenant), name: 'ownthings' }),
    createResources({ api, sandbox }, tenant, { profileId: otherId, name: 'otherprofile' }),
    createResources({ api, sandbox }, tenant, { profileId: deletedId, name: 'deletedthings' }),
    createResources({ api, sandbox }, foreignTenant, {
      ...{ profileId: await firstProfile(api, foreignTenant), name: 'foreignthings' },
    }),
  ]);
  await worker.stop();
  const principals = await createPrincipals(api, tenant, { ownId: own.ids.profile, emptiedId });
  await deleteAll(api, tenant, deleted);
  return {
    ...{ api, database, tenant, foreignTenant, own, otherProfile, foreign, principals },
    // Published posts stay.
    deleted: { ...deleted, ids: { ...deleted.ids, post: deleted.draftId } },
    [Symbol.asyncDispose]: async () => {
      await api.child.stop();
      await sandbox.stop();
      folder[Symbol.dispose]();
    },
  };
}

export async function createProfile(api: Api, user: User, name: string): Promise<string> {
  const { body } = await api.call<{ profile: { _id: string } }>(user, 'POST', '/v1/profiles', { name });
  return body.profile._id;
}

type CreatedKey = { apiKey: { id: string; key: string } };

async function createPrincipals(
  api: Api,
  tenant: User,
  { ownId, emptiedId }: { ownId: string; emptiedId: string },
): Promise<Principal[]> {
  const create = async (fields: object): Promise<CreatedKey['apiKey']> => {
    const { status, body } = await api.call<CreatedKey>(tenant, 'POST', '/v1/api-keys', { name: 'Matrix', ...fields });
    if (status !== 201) throw new Error(`no key was created: ${JSON.stringify(body)}`);
    return body.apiKey;
  };
  const limited = { scope: 'profiles', profileIds: [ownId] };
  const reader = await create({ permission: 'read' });
  const limitedWriter = await create(limited);
  const limitedReader = await create({ ...limited, permission: 'read' });
  const emptied = await create({ scope: 'profiles', profileIds: [emptiedId] });
  await api.call(tenant, 'DELETE', `/v1/profiles/${emptiedId}`);
  const revoked = await create({});
  await api.call(tenant, 'DELETE', `/v1/api-keys/${revoked.id}`);
  return [
    { name: 'full access', key: tenant.key, isLimited: false, isRefused: false },
    { name: 'read-only', key: reader.key, isLimited: false, isRefused: false },
    { name: 'one profile', key: limitedWriter.key, isLimited: true, isRefused: false },
    { name: 'one profile, read-only', key: limitedReader.key, isLimited: true, isRefused: false },
    { name: 'no profile left', key: emptied.key, isLimited: true, isRefused: false },
    { name: 'deleted key', key: revoked.key, isLimited: true, isRefused: true },
  ];
}

async function deleteAll(api: Api, tenant: User, { ids, draftId, pinterestId }: Resources): Promise<void> {
  const paths = [
    ...[`/v1/posts/${draftId}`, `/v1/comment-automations/${ids.automation}`, `/v1/contacts/${ids.contact}`],
    ...[`/v1/queue/slots?profileId=${ids.profile}&queueId=${ids.queue}`, `/v1/webhooks/${ids.webhook}`],
    ...[`/v1/api-keys/${ids.key}`, `/v1/media/${ids.media}`, `/v1/accounts/${ids.account}`],
    ...[`/v1/accounts/${pinterestId}`, `/v1/profiles/${ids.profile}`],
  ];
  for (const path of paths) {
    const { status, body } = await api.call(tenant, 'DELETE', path);
    if (status !== 200) throw new Error(`DELETE ${path}: ${status} ${JSON.stringify(body)}`);
  }
}
