import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import type { Random } from '../../harness/random.ts';
import { inParallel } from '../../harness/wait.ts';
import { countSent, openInbox, sendBody, type Inbox } from './fixture.ts';

const figures = { quick: 40, full: 1000 };
const atOnce = 4;
/** Below the 120 messages an hour that a plan allows. */
const messagesPerUser = 100;

export const reuseMessageKeys: Case = {
  id: 'reuse-message-keys',
  about:
    'Repeats direct messages with the same key, once with the same body in another form and once with a changed body; the first gets the stored response byte for byte, the second 422, and each message is sent once.',
  run: async (testbed, { tier, random, overrides }) => {
    const pairs = overrides.get('pairs') ?? figures[tier];
    const findings = noFindings();
    const database = await testbed.openDatabase();
    const sandbox = await database.startSandbox();
    const api = await database.startApi({ users: Math.ceil(pairs / messagesPerUser), sandboxUrl: sandbox.url });
    const inboxes: Inbox[] = [];
    for (const [n, user] of api.users.entries()) inboxes.push(await openInbox(api, sandbox, user, `reused.${n}`));
    const numbers = Array.from({ length: pairs }, (_, n) => n);
    await inParallel(numbers, atOnce, async (n) => {
      const inbox = inboxes[n % inboxes.length];
      if (inbox === undefined) throw new Error('an inbox is missing');
      const [key, message] = [`reused-${n}`, `Message ${n} "quoted" é`];
      const fields = { accountId: inbox.accountId, message };
      const first = await sendBody(api, { inbox, key, body: JSON.stringify(fields) });
      if (first.status !== 200) findings.faults.push(`message ${n} returned ${first.status} ${first.text}`);
      const again = await sendBody(api, { inbox, key, body: rewrite(fields, random) });
      if (!again.isReplayed || again.status !== first.status || again.text !== first.text) {
        findings.faults.push(`message ${n} in another form returned ${again.status} ${again.text}`);
      }
      const changed = await sendBody(api, { inbox, key, body: JSON.stringify(change(fields, random)) });
      if (changed.status !== 422 || changed.code !== 'idempotencyConflict') {
        findings.faults.push(`message ${n} with another body returned ${changed.status} ${changed.text}`);
      }
    });
    const live = await countSent(sandbox);
    const twice = [...live.values()].filter((count) => count !== 1).length;
    if (live.size !== pairs || twice > 0) {
      findings.faults.push(`${live.size} messages for ${pairs} keys, ${twice} of them not sent once`);
    }
    findings.counts = { pairs, sent: live.size };
    const observed = { secrets: api.users.map(({ key }) => key), logs: testbed.supervisor.logs() };
    findings.faults.push(...(await checkInvariants(database.sql, observed)));
    await api.child.stop();
    await sandbox.stop();
    return findings;
  },
};

type Fields = { accountId: string; message: string };

function rewrite({ accountId, message }: Fields, random: Random): string {
  const escaped = JSON.stringify(message).replaceAll('é', String.raw`\u00e9`);
  return random.pick([
    JSON.stringify({ message, accountId }),
    JSON.stringify({ message, accountId }, null, random.between(1, 8)),
    `\n{ "message" : ${escaped},\t"accountId":${JSON.stringify(accountId)} }\r\n`,
    `{"message":"replaced by the second","accountId":${JSON.stringify(accountId)},"message":${escaped}}`,
  ]);
}

function change({ accountId, message }: Fields, random: Random): object {
  return random.pick([
    { accountId, message: `${message}!` },
    { accountId, message: message.toUpperCase() },
    { accountId, message: message.normalize('NFD') },
  ]);
}
