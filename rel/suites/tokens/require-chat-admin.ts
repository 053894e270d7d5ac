import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import type { Api, User } from '../../harness/testbed.ts';

const figures = { quick: { rounds: 3 }, full: { rounds: 30 } };
const senders = { creator: true, administrator: true, anonymous: true, member: false, left: false };

export const requireChatAdmin: Case = {
  id: 'require-chat-admin',
  about: 'Posts a Telegram connect code as members of every rank; only administrators connect the chat.',
  run: async (testbed, { tier }) => {
    const { rounds } = figures[tier];
    const findings = noFindings();
    const database = await testbed.openDatabase();
    const sandbox = await database.startSandbox();
    const api = await database.startApi({ users: 1, sandboxUrl: sandbox.url });
    const { user } = api;
    let connected = 0;
    for (let round = 1; round <= rounds; round += 1) {
      for (const [personStatus, mayConnect] of Object.entries(senders)) {
        const name = `group-${personStatus}-${round}`;
        const accounts = [{ name, type: 'supergroup', personStatus }];
        await sandbox.control('POST', 'accounts', { platform: 'telegram', accounts });
        const status = await connectGroup(api, user, name);
        if ((status === 200) !== mayConnect) findings.faults.push(`${name}: a code returned ${status}`);
        connected += status === 200 ? 1 : 0;
      }
    }
    const [row] = await database.sql<{ n: number }>('SELECT count(*)::int AS n FROM accounts');
    const expected = rounds * Object.values(senders).filter(Boolean).length;
    if (row?.n !== expected) findings.faults.push(`${row?.n ?? 0} accounts instead of ${expected}`);
    findings.counts = { rounds, connected };
    findings.faults.push(...(await checkInvariants(database.sql, { secrets: [], logs: testbed.supervisor.logs() })));
    await api.child.stop();
    await sandbox.stop();
    return findings;
  },
};

async function connectGroup(api: Api, user: User, name: string): Promise<number> {
  const { body: listed } = await api.call<{ profiles: { _id: string }[] }>(user, 'GET', '/v1/profiles');
  const profileId = listed.profiles[0]?._id ?? '';
  const path = `/v1/connect/telegram?profileId=${profileId}&sandbox=true`;
  const { body } = await api.call<{ authUrl: string; state: string }>(user, 'GET', path);
  const { pathname, search } = new URL(body.authUrl);
  const page = `${api.baseUrl}${pathname}${search}&decision=approve&account=${name}`;
  const { headers } = await fetch(page, { redirect: 'manual' });
  await fetch(headers.get('location') ?? '', { redirect: 'manual' });
  return (await api.call(user, 'POST', '/v1/connect/telegram', { state: body.state, profileId })).status;
}
