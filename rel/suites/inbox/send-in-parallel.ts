import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import { countSent, openInbox, send, type Inbox } from './fixture.ts';

const figures = {
  quick: { keys: 30, senders: 20, users: 1 },
  full: { keys: 300, senders: 20, users: 3 },
};
const processes = 2;
const slowMs = 300;
const keysAtOnce = 5;

export const sendInParallel: Case = {
  id: 'send-in-parallel',
  about:
    'Sends each direct message many times at once with the same key, through two processes and a slow platform; the platform gets each message exactly once.',
  run: async (testbed, { tier, overrides }) => {
    const figure = figures[tier];
    const keys = overrides.get('keys') ?? figure.keys;
    const senders = overrides.get('senders') ?? figure.senders;
    const findings = noFindings();
    const database = await testbed.openDatabase();
    const sandbox = await database.startSandbox();
    const start = (users: number) => database.startApi({ users, sandboxUrl: sandbox.url });
    const first = await start(figure.users);
    const apis = [first, ...(await Promise.all(Array.from({ length: processes - 1 }, () => start(0))))];
    const inboxes: Inbox[] = [];
    for (const [n, user] of first.users.entries()) inboxes.push(await openInbox(first, sandbox, user, `parallel.${n}`));
    const slow = { platform: 'instagram', operation: 'sendMessage', kind: 'slow', value: slowMs, times: keys };
    await sandbox.control('POST', 'faults', slow);

    const counts = { sent: 0, replayed: 0, inFlight: 0 };
    const sendOne = async (n: number): Promise<void> => {
      const inbox = inboxes[n % inboxes.length];
      if (inbox === undefined) throw new Error('an inbox is missing');
      const text = `message-${n}`;
      const all = await Promise.all(
        Array.from({ length: senders }, async (_, index) => {
          const api = apis[index % apis.length] ?? first;
          const response = await send(api, { inbox, text, key: `key-${n}` });
          if (response.status === 200 && response.isReplayed) counts.replayed += 1;
          else if (response.status === 200) counts.sent += 1;
          else if (response.code === 'idempotencyInFlight') counts.inFlight += 1;
          else findings.faults.push(`${text}: ${JSON.stringify(response)}`);
          return response;
        }),
      );
      const created = all.filter(({ status, isReplayed }) => status === 200 && !isReplayed).length;
      if (created !== 1) findings.faults.push(`${text}: ${created} requests sent it`);
      const late = await send(first, { inbox, text, key: `key-${n}` });
      if (late.status !== 200 || !late.isReplayed) findings.faults.push(`${text} again: ${JSON.stringify(late)}`);
    };
    for (let n = 0; n < keys; n += keysAtOnce) {
      const batch = Array.from({ length: Math.min(keysAtOnce, keys - n) }, (_, index) => sendOne(n + index));
      await Promise.all(batch);
    }
    const live = await countSent(sandbox);
    for (let n = 0; n < keys; n += 1) {
      const count = live.get(`message-${n}`) ?? 0;
      if (count !== 1) findings.faults.push(`message-${n} was sent ${count} times`);
    }
    if (live.size !== keys) findings.faults.push(`${live.size} messages for ${keys} keys`);
    findings.counts = { keys, senders, processes, ...counts };
    const secrets = first.users.map(({ key }) => key);
    findings.faults.push(...(await checkInvariants(database.sql, { secrets, logs: testbed.supervisor.logs() })));
    for (const api of apis) await api.child.stop();
    await sandbox.stop();
    return findings;
  },
};
