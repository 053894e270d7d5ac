import { noFindings, type Case } from '../../harness/case.ts';
import { setRoleTimeouts, skipWithoutPgBouncer, startPgBouncer } from '../../harness/programs/pgbouncer.ts';
import { startProgram } from '../../harness/programs/program.ts';

type Urls = { DATABASE_URL: string; HERALD_DATABASE_DIRECT_URL?: string };
type Expectation = { what: string; args: string[]; urls: Urls; exitCode: number; output: RegExp };

const server = ['server/src/main.mjs', '--role', 'api'];
const doctor = ['server/src/cli/herald.ts', 'doctor'];

export const refuseUnsuitablePoolers: Case = {
  id: 'refuse-unsuitable-poolers',
  about:
    'Starts Herald behind PgBouncer without a direct URL and without prepared statements, and runs doctor without timeouts; Herald refuses to start, doctor warns, and both say what to do.',
  run: async (testbed, { tier }) => {
    const skipped = skipWithoutPgBouncer(tier);
    if (skipped !== undefined) return skipped;
    const findings = noFindings();
    const { url } = await testbed.openDatabase();
    await using suitable = await startPgBouncer(url);
    await using withoutStatements = await startPgBouncer(url, { preparedMax: 0 });
    const through = (pooler: { url: string }): Urls => ({ DATABASE_URL: pooler.url, HERALD_DATABASE_DIRECT_URL: url });
    const before: Expectation[] = [
      {
        ...{ what: 'a pooler without a direct URL', args: server, urls: { DATABASE_URL: suitable.url }, exitCode: 1 },
        output: /DATABASE_URL leads to a connection pooler: also set HERALD_DATABASE_DIRECT_URL/,
      },
      {
        ...{ what: 'a pooler as direct URL', args: server, exitCode: 1 },
        urls: { DATABASE_URL: suitable.url, HERALD_DATABASE_DIRECT_URL: suitable.url },
        output: /HERALD_DATABASE_DIRECT_URL leads to a connection pooler/,
      },
      {
        ...{
          what: 'a pooler without prepared statements',
          args: server,
          urls: through(withoutStatements),
          exitCode: 1,
        },
        output: /does not support prepared statements: .* set max_prepared_statements to 200/,
      },
      {
        ...{ what: 'a pooler without timeouts', args: doctor, urls: through(suitable), exitCode: 0 },
        output: /warn {2}pooler .* no statement_timeout: run ALTER ROLE/,
      },
    ];
    for (const expectation of before) findings.faults.push(...(await judge(expectation)));
    await setRoleTimeouts(url);
    await using configured = await startPgBouncer(url);
    const accepted = { what: 'a suitable pooler', args: doctor, urls: through(configured), exitCode: 0 };
    findings.faults.push(...(await judge({ ...accepted, output: /ok {4}pooler/ })));
    findings.counts = { checked: before.length + 1 };
    return findings;
  },
};

async function judge({ what, args, urls, exitCode, output }: Expectation): Promise<string[]> {
  const program = startProgram(what, { args, env: { ...urls, HERALD_TOKEN_KEYS: testKeys, PORT: '0' } });
  const timer = setTimeout(() => void program.stop(), endWithinMs);
  const how = await program.ended;
  clearTimeout(timer);
  if (how === exitCode && output.test(program.output())) return [];
  return [`${what} ended with ${how}:\n${program.output()}`];
}

const endWithinMs = 60_000;
const testKeys = `k1:${Buffer.alloc(32, 7).toString('base64')}`;
