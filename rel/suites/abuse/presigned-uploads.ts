import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import type { User } from '../../harness/testbed.ts';
import { differs } from './expected.ts';
import { dot } from './forms.ts';
import { presignAbuses, type PresignAbuse } from './presign-abuses.ts';
import { checkLeftovers, openFixture, type Fixture } from './fixture.ts';
import { presign, put } from './tickets.ts';

const figures = { quick: { rounds: 5, callers: 20 }, full: { rounds: 100, callers: 50 } };

export const presignedUploads: Case = {
  id: 'presigned-uploads',
  about:
    'Tampers with presigned upload URLs and uses them in parallel; each accepts exactly one upload, with the announced type and size.',
  run: async (testbed, { tier }) => {
    await using fixture = await openFixture(testbed, 2);
    const findings = noFindings();
    const [user, stranger] = fixture.api.users;
    if (user === undefined || stranger === undefined) throw new Error('a user is missing');
    const keys: string[] = [];
    for (const abuse of presignAbuses) {
      findings.faults.push(
        ...(await tryAbuse(fixture, { abuse, user, stranger, keys })).map((text) => `${abuse.name}: ${text}`),
      );
    }
    const { rounds, callers } = figures[tier];
    for (let round = 1; round <= rounds; round += 1) {
      const { path, key } = await presign(fixture, user, { size: dot.length });
      const responses = await Promise.all(Array.from({ length: callers }, () => put(fixture, path, { body: dot })));
      const succeeded = responses.filter(({ status }) => status === 200).length;
      const odd = responses.filter(({ status }) => status !== 200 && status !== 410).length;
      if (succeeded !== 1 || odd > 0)
        findings.faults.push(`${succeeded} of ${callers} at once succeeded, ${odd} got neither 200 nor 410`);
      keys.push(key);
    }
    findings.faults.push(...(await checkLeftovers(fixture, keys)));
    findings.faults.push(
      ...(await checkInvariants(fixture.database.sql, { secrets: [user.key], logs: testbed.supervisor.logs() })),
    );
    findings.counts = { abuses: presignAbuses.length, rounds, callers, accepted: keys.length };
    fixture.noteMemory(findings);
    return findings;
  },
};

type Trial = { abuse: PresignAbuse; user: User; stranger: User; keys: string[] };

async function tryAbuse(fixture: Fixture, { abuse, user, stranger, keys }: Trial): Promise<string[]> {
  const ticket = await presign(fixture, user, abuse.size === undefined ? {} : { size: abuse.size });
  const difference = differs(await abuse.run({ fixture, user, stranger, ticket }), abuse.expected);
  const faults = difference === undefined ? [] : [difference];
  const wasStored = async (): Promise<boolean> =>
    (await fetch(`${fixture.api.baseUrl}${ticket.publicPath}`)).status === 200;
  if (abuse.isSpent === true) {
    if (await wasStored()) keys.push(ticket.key);
    return faults;
  }
  if (await wasStored()) faults.push('a file is served after it');
  if (abuse.size === 0) return faults;
  const { status, text } = await untilFree(() => put(fixture, ticket.path, { body: dot }));
  if (status === 200) keys.push(ticket.key);
  else faults.push(`the ticket no longer works: ${status} ${text}`);
  return faults;
}

/** The server notices a closed connection with a delay. */
async function untilFree<Result extends { status: number }>(ask: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; ; tries += 1) {
    const response = await ask();
    if (response.status !== 410 || tries === 50) return response;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
