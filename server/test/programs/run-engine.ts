import { checkout } from '../../src/boot/open-database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { startEngine } from '../../src/embedded/engine.ts';
import { secureRandom } from '../../src/kernel/crypto/random.ts';
import { realClock } from '../../src/kernel/time/clock.ts';
import { log, options, report, stopped } from './program.ts';

/** Fully durable; Herald restarts it when a suite kills it. */
export async function run(): Promise<void> {
  const engine = await startEngine({
    dataDir: options.folder ?? '',
    databaseUser: undefined,
    checkout,
    holderName: 'suites',
    clock: realClock,
    random: secureRandom,
    log,
    settings: ['max_connections=300'],
  });
  await migrate(engine.url, realClock);
  report('ready', { url: engine.url });
  await stopped;
  await engine.stop();
}
