import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { App, AppOptions } from './app.ts';
import { bannerText } from './boot/banner.ts';
import { compactHeap } from './boot/compact-heap.ts';
import { processEnvironment, readConfig, type Config, type Secrets } from './boot/config.ts';
import { createCore, type Core } from './core.ts';
import { hasSchema, migrate } from './db/migrate.ts';
import { heldMessage } from './domain/installation/restore-guard.ts';
import { createFirstUser } from './domain/users/create-first-user.ts';
import type { CreatedUser } from './domain/users/create-user.ts';
import { faultText } from './boot/fault-text.ts';
import { realClock } from './kernel/time/clock.ts';
import { createLog, type Log } from './kernel/log.ts';
import { StartFault } from './kernel/start-fault.ts';
import { dataFolderOf, openDatabase, type OpenDatabase } from './boot/open-database.ts';
import { listenForSandbox, mountSandbox, type RunningSandbox } from './boot/open-sandbox.ts';
import { openState } from './boot/open-state.ts';
import { openVault } from './boot/open-vault.ts';
import { createOrigins, type Origins } from './boot/origins.ts';
import { parseServeArguments, type Role } from './boot/serve-arguments.ts';
import { listenForStop } from './boot/stop-signals.ts';

export async function serve(argv: readonly string[]): Promise<number> {
  // A closed terminal must not kill the process before PostgreSQL is stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const stop = listenForStop(realClock, () => process.exit(1));
  let database: OpenDatabase | undefined;
  let running: Pick<Core, 'close'> | undefined;
  let sandbox: RunningSandbox | undefined;
  try {
    const { role } = parseServeArguments(argv);
    const { config, secrets, warnings } = readConfig(processEnvironment());
    const log = createLog(config.logLevel);
    for (const warning of warnings) log.warn(warning);
    const holderName = `herald --role ${role} (pid ${process.pid})`;
    database = await openDatabase({ config, secrets, log, holderName });
    await prepareSchema({ database, role, stopping: stop.stopping });
    if (stop.stopping.aborted) return 0;
    const sealKeys = await openVault({ config, secrets, log, database });
    const origins = createOrigins(config, role);
    const options = {
      config,
      secrets,
      sealKeys,
      databaseUrl: database.url,
      directDatabaseUrl: database.directUrl,
      databaseSpace: database.space,
      state: openState(config),
      log,
      ...origins,
    };
    const app = await loadApp(role, options);
    const core = app ?? createCore(options);
    running = core;
    core.metricsExport.start();
    await core.guard.start();
    const held = await core.guard.heldReason();
    if (held !== undefined) log.error(heldMessage(held));
    const isKeyChosen = secrets.apiKey !== undefined;
    // A chosen key works from the first request on.
    await firstUserIf(isKeyChosen, { app, secrets });
    // Before requests arrive, because it blocks them.
    compactHeap();
    if (app !== undefined) {
      origins.listensOn(await listen(app, config));
      sandbox = await openSandbox({ app, config, log, origins });
    }
    if (role !== 'api') core.worker.start();
    // A generated key comes last: it is shown once, and a start that fails after it would lose it.
    const firstUser = await firstUserIf(!isKeyChosen, { app, secrets });
    process.stdout.write(greeting({ config, role, origins, database, firstUser, isKeyChosen, warnings, held }));
    const signal = await stop.first;
    log.info({ signal }, 'stopping');
    core.announceStop();
    await realClock.sleep(config.drainSeconds * 1000);
    return 0;
  } catch (error) {
    process.stderr.write(`Herald cannot start. ${faultText(error)}\n`);
    return 1;
  } finally {
    await running?.close();
    await sandbox?.close();
    await database?.close();
    stop.release();
  }
}

/** Without the HTTP API, workers start in two thirds of the time and take 50 MB less. */
async function loadApp(role: Role, options: AppOptions): Promise<App | undefined> {
  return role === 'worker' ? undefined : (await import('./app.ts')).createApp(options);
}

type Seeding = { app: App | undefined; secrets: Secrets };

async function firstUserIf(isTime: boolean, { app, secrets }: Seeding): Promise<CreatedUser | undefined> {
  return isTime && app !== undefined ? await createFirstUser(app.systemCtx, secrets.apiKey) : undefined;
}

type Mounting = { app: App; config: Config; log: Log; origins: Origins };

async function openSandbox({ app, config, log, origins }: Mounting): Promise<RunningSandbox | undefined> {
  if (!origins.runsSandbox) return undefined;
  const files = { folder: join(dataFolderOf(config), 'sandbox'), origins: origins.origins() };
  if (config.env === 'development') return mountSandbox({ ...files, server: app.http.server, log });
  const listening = await listenForSandbox({ ...files, host: config.sandboxHost, port: config.sandboxPort });
  origins.sandboxListensOn(listening.origin);
  return listening;
}

type Greeting = Pick<Mounting, 'config' | 'origins'> & {
  database: OpenDatabase;
  role: Role;
  firstUser: CreatedUser | undefined;
  isKeyChosen: boolean;
  warnings: readonly string[];
  held: string | undefined;
};

function greeting({ config, role, origins, database, firstUser, isKeyChosen, warnings, held }: Greeting): string {
  const notes = [...(held === undefined ? [] : [heldMessage(held)]), ...warnings, ...origins.notes()];
  if (role === 'worker') return ['Herald worker is running', ...notes.map((note) => `Note: ${note}`), ''].join('\n');
  const isDevelopment = config.env === 'development';
  return bannerText({
    baseUrl: origins.baseUrl(),
    dataFolder: database.dataFolder,
    firstUser,
    isKeyChosen,
    hasSandbox: isDevelopment && origins.runsSandbox,
    warnings: notes,
  });
}

type Preparation = { database: OpenDatabase; role: Role; stopping: AbortSignal };

/** Workers on a shared database wait for another role to migrate. */
async function prepareSchema({ database, role, stopping }: Preparation): Promise<void> {
  if (role !== 'worker' || database.isOwnEngine) {
    await migrate(database.directUrl, realClock);
    return;
  }
  while (!stopping.aborted && !(await hasSchema(database.directUrl))) await realClock.sleep(1000, stopping);
}

async function listen(app: App, config: Config): Promise<string> {
  try {
    await app.http.listen({ host: config.host, port: config.port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new StartFault(
        `Port ${config.port} on ${config.host} is already in use. Stop the process that uses it, or choose another port: PORT=4011 npm start`,
      );
    }
    throw new StartFault(`Herald cannot listen on ${config.host}:${config.port}: ${(error as Error).message}`);
  }
  const { port } = app.http.server.address() as AddressInfo;
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
