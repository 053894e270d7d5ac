import { parseArgs } from 'node:util';
import { defined } from './core/defined.ts';
import { createSandbox, listenSandbox, type SandboxOptions } from './index.ts';

const usage = `Usage: npm run sandbox -- [options]

  --port <number>       port on 127.0.0.1, 4020 by default; 0 for a free one
  --file <path>         keep accounts, posts and media here; in memory without
  --seed <text>         the same ids and instants in every run
  --clock real|manual   manual with a seed, real without
  --herald <origin>     Herald's address, http://127.0.0.1:4010 by default; repeatable, the one to dial first
  --production          wire formats and consent pages only
  --help                this text
`;

const settings = read(process.argv.slice(2));
if (typeof settings === 'string') finish(settings);
else await serve(settings.port, settings.options);

function read(args: string[]): string | { port: number; options: SandboxOptions } {
  const { values } = parse(args);
  if (values.help) return usage;
  const { file, seed, clock, herald, production } = values;
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65535) return fail('--port is a number from 0 to 65535');
  if (clock !== undefined && clock !== 'real' && clock !== 'manual') return fail('--clock is real or manual');
  const wrong = herald.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin);
  if (wrong !== undefined) return fail(`--herald ${wrong} is not an origin such as http://127.0.0.1:4010`);
  return {
    port,
    options: {
      isProduction: production,
      heraldOrigins: () => herald,
      ...defined({ file, seed, clock }),
    },
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        port: { type: 'string', default: '4020' },
        file: { type: 'string' },
        seed: { type: 'string' },
        clock: { type: 'string' },
        herald: { type: 'string', multiple: true, default: ['http://127.0.0.1:4010'] },
        production: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exit(2);
  }
}

function fail(message: string): string {
  process.exitCode = 2;
  return `${message}\n\n${usage}`;
}

function finish(text: string): void {
  (process.exitCode === 2 ? process.stderr : process.stdout).write(text);
}

async function serve(port: number, options: SandboxOptions): Promise<void> {
  const sandbox = await createSandbox(options);
  try {
    const { origin, close } = await listenSandbox(sandbox, { host: '127.0.0.1', port });
    process.once('SIGTERM', () => void close());
    process.once('SIGINT', () => void close());
    process.stdout.write(`Sandbox is running at ${origin}/sandbox\n`);
  } catch (error) {
    process.stderr.write(`The sandbox cannot listen on port ${port}: ${(error as Error).message}\n`);
    process.exitCode = 1;
    await sandbox.close();
  }
}
