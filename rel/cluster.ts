import { startCluster, type Cluster, type ClusterSize } from './harness/programs/cluster.ts';
import { missingPgBouncer } from './harness/programs/pgbouncer.ts';
import { parseCommandLine, parseNumber, runCommand, UsageError } from './harness/programs/command-line.ts';

const processesMax = 16;
const help = `Usage: npm run cluster -- [options]

Starts one PostgreSQL, several API and worker processes of Herald, a balancer in front of the API and the sandbox, all
on 127.0.0.1 and with a temporary data folder. Stop a process with \`kill <pid>\` to see the others take over. Ctrl-C
stops everything and deletes the data.

Options:
  --apis <n>       API processes, 1 to ${processesMax} (default: 3)
  --workers <n>    worker processes, 1 to ${processesMax} (default: 3)
  --pgbouncer      put PgBouncer in transaction mode between Herald and PostgreSQL
  --port <n>       port of the balancer; 0 picks a free one (default: 4010)
  -h, --help       print this text

Settings of Herald in the environment, such as HERALD_LOG_LEVEL, apply to all processes.
`;

await runCommand('npm run cluster --', async () => {
  const { values } = parseCommandLine({
    options: {
      apis: { type: 'string', default: '3' },
      workers: { type: 'string', default: '3' },
      pgbouncer: { type: 'boolean', default: false },
      port: { type: 'string', default: '4010' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const range = [1, processesMax] as const;
  const size = {
    apis: parseNumber('apis', values.apis, range),
    workers: parseNumber('workers', values.workers, range),
  };
  const missing = values.pgbouncer ? missingPgBouncer() : undefined;
  if (missing !== undefined) throw new UsageError(missing);
  await run({ ...size, hasPooler: values.pgbouncer, port: parseNumber('port', values.port, [0, 65_535]) });
  return 0;
});

async function run(options: ClusterSize & { port: number; hasPooler: boolean }): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
  console.log(`Starting ${options.apis} API and ${options.workers} worker processes …`);
  await using cluster = await startCluster({ ...options, settings: settingsOfEnvironment(), onReady: reportReady });
  console.log(overview(cluster));
  for (const program of [...cluster.apis, ...cluster.workers])
    void program.ended.then((how) => reportEnd(program.name, how));
  await stopped;
  console.log('\nStopping …');
}

function settingsOfEnvironment(): Record<string, string> {
  const names = Object.keys(process.env).filter(
    (name) => name.startsWith('HERALD_') && !name.startsWith('HERALD_TEST_'),
  );
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? '']));
}

function reportReady(baseUrl: string, isReady: boolean): void {
  console.log(`balancer: ${baseUrl} ${isReady ? 'gets requests' : 'is not ready and gets no requests'}`);
}

function reportEnd(name: string, how: number | string): void {
  console.log(`${name} ended (${how})`);
}

function overview({ url, apiKey, databaseUrl, poolerUrl, sandboxUrl, apis, workers }: Cluster): string {
  return [
    '',
    `API         ${url}   (the balancer)`,
    `API key     ${apiKey}`,
    `Sandbox     ${sandboxUrl}`,
    `PostgreSQL  ${databaseUrl}`,
    ...(poolerUrl === undefined ? [] : [`PgBouncer   ${poolerUrl}`]),
    '',
    ...apis.map(({ name, pid, baseUrl }) => `${name.padEnd(11)} pid ${pid}, ${baseUrl}`),
    ...workers.map(({ name, pid }) => `${name.padEnd(11)} pid ${pid}`),
    '',
    `curl -H "Authorization: Bearer ${apiKey}" ${url}/v1/profiles`,
    'Press Ctrl-C to stop.',
    '',
  ].join('\n');
}
