import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import type { Random } from '../../harness/random.ts';
import { connectSandbox, type Target } from '../../harness/sandbox-account.ts';
import type { Api, User } from '../../harness/testbed.ts';
import { inParallel } from '../../harness/wait.ts';
import { createProfile } from './fixture.ts';

const figures = { quick: { posts: 100, reads: 5 }, full: { posts: 500, reads: 50 } };
const profileCount = 6;
const pageSize = 100;

export const mixedProfilePosts: Case = {
  id: 'mixed-profile-posts',
  about:
    'Creates posts on accounts of several profiles and reads and writes them with a key for every combination of profiles; a key sees and creates exactly the posts whose profiles are all its own.',
  run: async (testbed, { tier, random, overrides }) => {
    const posts = overrides.get('posts') ?? figures[tier].posts;
    const findings = noFindings();
    const database = await testbed.openDatabase();
    const sandbox = await database.startSandbox();
    const api = await database.startApi({ users: 1, sandboxUrl: sandbox.url });
    const { user } = api;
    const profiles = await createProfiles(api, user);
    const created: Post[] = [];
    for (let n = 0; n < posts; n += 1) created.push(await createPost(api, user, { n, profiles, random }));
    const keys = await createKeys(api, user, profiles);
    let compared = 0;
    await inParallel(keys, 4, async (key) => {
      const visible = await listAll(api, key);
      for (const post of created) {
        compared += 1;
        const isExpected = isWithin(post, key);
        if (visible.has(post.id) === isExpected) continue;
        findings.faults.push(`${describe(key)} ${isExpected ? 'does not list' : 'lists'} a post of ${describe(post)}`);
      }
    });
    await inParallel(keys, 4, async (key) => {
      for (let n = 0; n < figures[tier].reads; n += 1) {
        findings.faults.push(...(await tryPost(api, key, { post: random.pick(created), n, random })));
      }
    });
    findings.counts = { posts, keys: keys.length, compared, tries: keys.length * figures[tier].reads };
    findings.faults.push(
      ...(await checkInvariants(database.sql, { secrets: [user.key], logs: testbed.supervisor.logs() })),
    );
    await api.child.stop();
    await sandbox.stop();
    return findings;
  },
};

/** A bit per profile. */
type ProfileSet = { profiles: number };
type Post = ProfileSet & { id: string; targets: Target[] };
type ScopedKey = ProfileSet & { user: User };
type Profile = { id: string; target: Target };

/** A key must see all profiles of a post. */
const isWithin = (post: ProfileSet, key: ProfileSet): boolean => (post.profiles & ~key.profiles) === 0;

function describe(set: ProfileSet): string {
  return `${'targets' in set ? 'profiles' : 'a key for profiles'} ${set.profiles.toString(2).padStart(profileCount, '0')}`;
}

async function createProfiles(api: Api, user: User): Promise<Profile[]> {
  const profiles: Profile[] = [];
  for (let n = 0; n < profileCount; n += 1) {
    const id = await createProfile(api, user, `Profile ${n}`);
    profiles.push({
      id,
      target: await connectSandbox(api, user, { platform: 'telegram', name: `room_${n}`, profileId: id }),
    });
  }
  return profiles;
}

type PostInput = { n: number; profiles: readonly Profile[]; random: Random };

async function createPost(api: Api, user: User, { n, profiles, random }: PostInput): Promise<Post> {
  const set = random.between(1, 2 ** profileCount - 1);
  const targets = profiles.filter((_profile, index) => (set & (1 << index)) !== 0).map(({ target }) => target);
  const input = { content: `Post ${n}`, isDraft: true, platforms: targets };
  const { status, body } = await api.call<{ post: { _id: string } }>(user, 'POST', '/v1/posts', input);
  if (status !== 201) throw new Error(`the post returned ${status} ${JSON.stringify(body)}`);
  return { id: body.post._id, profiles: set, targets };
}

async function createKeys(api: Api, user: User, profiles: readonly Profile[]): Promise<ScopedKey[]> {
  const keys: ScopedKey[] = [{ user, profiles: 2 ** profileCount - 1 }];
  for (let set = 1; set < 2 ** profileCount; set += 1) {
    const profileIds = profiles.filter((_profile, index) => (set & (1 << index)) !== 0).map(({ id }) => id);
    const input = { name: `Key ${set}`, scope: 'profiles', profileIds };
    const { status, body } = await api.call<{ apiKey: { key: string } }>(user, 'POST', '/v1/api-keys', input);
    if (status !== 201) throw new Error(`the key returned ${status} ${JSON.stringify(body)}`);
    keys.push({ user: { ...user, key: body.apiKey.key }, profiles: set });
  }
  return keys;
}

async function listAll(api: Api, { user }: ScopedKey): Promise<Set<string>> {
  const ids = new Set<string>();
  for (let page = 1, isLast = false; !isLast; page += 1) {
    const path = `/v1/posts?limit=${pageSize}&page=${page}`;
    const { body } = await api.call<{ posts: { _id: string }[] }>(user, 'GET', path);
    for (const { _id } of body.posts) ids.add(_id);
    isLast = body.posts.length < pageSize;
  }
  return ids;
}

type Try = { post: Post; n: number; random: Random };

async function tryPost(api: Api, key: ScopedKey, { post, n, random }: Try): Promise<string[]> {
  const isExpected = isWithin(post, key);
  const path = `/v1/posts/${post.id}`;
  const read = await api.call(key.user, 'GET', path);
  const write = await api.call(key.user, 'PUT', path, { title: `Title ${random.between(0, 1000)}` });
  const input = { content: `Copy ${n}`, isDraft: true, platforms: post.targets };
  const create = await api.call(key.user, 'POST', '/v1/posts', input);
  const expected = isExpected ? [200, 200, 201] : [404, 404, 403];
  const statuses = [read.status, write.status, create.status];
  if (statuses.join() === expected.join()) return [];
  return [
    `${describe(key)} got ${statuses.join(', ')} for a post of ${describe(post)} instead of ${expected.join(', ')}`,
  ];
}
