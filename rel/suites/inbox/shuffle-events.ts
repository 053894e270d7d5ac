import { checkInvariants } from '../../check.ts';
import { noFindings, type Case, type Findings } from '../../harness/case.ts';
import type { Random } from '../../harness/random.ts';
import { connectSandbox } from '../../harness/sandbox-account.ts';
import type { Api, CaseDatabase, SandboxProcess, Testbed, User } from '../../harness/testbed.ts';
import type { Child } from '../../harness/programs/supervisor.ts';
import { inParallel, sleep, waitUntil } from '../../harness/wait.ts';
import { captureEvents, deliver, type CapturedEvent } from './captured-events.ts';
import { forgedEvents } from './forged-events.ts';
import { compareStates, readState, type InboxState } from './inbox-state.ts';

const figures = { quick: 400, full: 5000 };
const people = 40;
const posts = 3;
const acknowledgeMsMax = 1000;
const account = 'crowded';

export const shuffleEvents: Case = {
  id: 'shuffle-events',
  about:
    'Delivers platform events twice, shuffled and delayed; messages and comments end as if each had come once and in order. Forged, changed and malformed events change nothing.',
  run: async (testbed, { tier, random, overrides }) => {
    const count = overrides.get('events') ?? figures[tier];
    const findings = noFindings();
    await using capture = await captureEvents();
    const sandboxCase = await testbed.openDatabase();
    const sandbox = await sandboxCase.startSandbox();
    sandbox.reach(capture.url);
    const ordered = await openHerald(testbed, sandbox);
    const shuffled = await openHerald(testbed, sandbox);
    const postIds = await publishPosts(ordered);
    await talk(sandbox, { count, postIds, random });
    await waitUntil('an event for each action', 120_000, () => capture.events.length >= count);
    const events = capture.events.slice();

    await deliverAll(ordered, { events, atOnce: 1, findings });
    await waitUntilProcessed(ordered);
    const twice = random.shuffle([...events, ...events]);
    await deliverAll(shuffled, { events: twice.slice(0, events.length), atOnce: 8, findings });
    await sleep(2000);
    await deliverAll(shuffled, { events: twice.slice(events.length), atOnce: 8, findings });
    await waitUntilProcessed(shuffled);

    const state = await readState(ordered.database);
    findings.faults.push(...compareStates(state, await readState(shuffled.database)));
    findings.faults.push(...checkComplete(state, count));
    await deliverForged(shuffled, events, findings);
    // Events of unknown persons are retried for hours, because the platform may list the conversation later.
    await waitUntilProcessed(shuffled, 'attempt_count = 0 OR claim_token IS NOT NULL');
    findings.faults.push(...compareStates(state, await readState(shuffled.database)));
    const { messages, comments, conversations } = state;
    findings.counts = {
      ...{ events: events.length, deliveries: 3 * events.length, messages: messages.length },
      ...{ comments: comments.length, conversations: conversations.length },
    };
    const logs = testbed.supervisor.logs();
    for (const { database, user } of [ordered, shuffled]) {
      findings.faults.push(...(await checkInvariants(database.sql, { secrets: [user.key], logs })));
    }
    for (const { api, worker } of [ordered, shuffled]) await Promise.all([api.child.stop(), worker.stop()]);
    await sandbox.stop();
    return findings;
  },
};

type Herald = { database: CaseDatabase; api: Api; worker: Child; user: User; facebookId: string };

async function openHerald(testbed: Testbed, sandbox: SandboxProcess): Promise<Herald> {
  const database = await testbed.openDatabase();
  const options = { sandboxUrl: sandbox.url };
  const api = await database.startApi({ users: 1, ...options });
  const { user } = api;
  const worker = database.startWorker({ ...options, timing: { tokenSweepMs: 500 } });
  await connectSandbox(api, user, { platform: 'instagram', name: account });
  const { accountId: facebookId } = await connectSandbox(api, user, { platform: 'facebook', name: account });
  const unsubscribed = () => database.sql('SELECT 1 FROM accounts WHERE subscribe_at IS NOT NULL');
  await waitUntil('a subscription to events', 60_000, async () => (await unsubscribed()).length === 0);
  return { database, api, worker, user, facebookId };
}

type CreatedPost = { post: { _id: string } };
type Post = { post: { platforms: { platformPostId?: string }[] } };

async function publishPosts({ api, user, facebookId }: Herald): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < posts; n += 1) {
    const target = { platform: 'facebook', accountId: facebookId };
    const input = { content: `Post ${n}`, publishNow: true, platforms: [target] };
    const { body } = await api.call<CreatedPost>(user, 'POST', '/v1/posts', input);
    const read = async () =>
      (await api.call<Post>(user, 'GET', `/v1/posts/${body.post._id}`)).body.post.platforms[0]?.platformPostId;
    await waitUntil('a published post', 60_000, async () => (await read()) !== undefined);
    ids.push((await read()) ?? '');
  }
  return ids;
}

type Talk = { count: number; postIds: readonly string[]; random: Random };

async function talk(sandbox: SandboxProcess, { count, postIds, random }: Talk): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const person = `person.${random.between(1, people)}`;
    const text = `Text number ${n}`;
    if (n % 5 < 3) {
      await sandbox.control('POST', 'messages', { platform: 'instagram', account, person, text });
      continue;
    }
    const post = random.pick(postIds);
    const [page = ''] = post.split('_');
    await sandbox.control('POST', 'comments', { platform: 'facebook', account: page, post, person, text });
  }
}

async function deliverAll(
  { api }: Herald,
  { events, atOnce, findings }: { events: readonly CapturedEvent[]; atOnce: number; findings: Findings },
): Promise<void> {
  let slowestMs = 0;
  await inParallel(events, atOnce, async (event) => {
    const startedMs = performance.now();
    const status = await deliver(api.baseUrl, event);
    slowestMs = Math.max(slowestMs, Math.round(performance.now() - startedMs));
    if (status !== 200) findings.faults.push(`an event got ${status}`);
  });
  findings.times['acknowledgeMs'] = Math.max(slowestMs, findings.times['acknowledgeMs'] ?? 0);
  if (slowestMs > acknowledgeMsMax) findings.warnings.push(`an event was acknowledged after ${slowestMs} ms`);
}

async function deliverForged({ api }: Herald, events: readonly CapturedEvent[], findings: Findings): Promise<void> {
  for (const { name, event, expected } of forgedEvents(events)) {
    const status = await deliver(api.baseUrl, event);
    if (!expected.includes(status)) findings.faults.push(`${name} got ${status}`);
  }
}

/** Throttled events are retried after some seconds. */
async function waitUntilProcessed({ database }: Herald, condition = 'true'): Promise<void> {
  await waitUntil('the end of all events', 600_000, async () => {
    const rows = await database.sql(`SELECT 1 FROM platform_events WHERE ${condition} LIMIT 1`);
    if (rows.length > 0) await sleep(200);
    return rows.length === 0;
  });
}

function checkComplete({ messages, comments, events }: InboxState, count: number): string[] {
  const stored = messages.length + comments.length;
  const repeated = events.filter((event) => (event as { count: number }).count !== 1);
  return [
    ...(stored === count ? [] : [`${stored} messages and comments are stored, and ${count} were written`]),
    ...(events.length === count ? [] : [`${events.length} were reported, and ${count} were written`]),
    ...(repeated.length === 0 ? [] : [`${repeated.length} were reported more than once`]),
  ];
}
