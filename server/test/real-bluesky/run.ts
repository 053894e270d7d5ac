// `--answers` prints all responses.
import { runChecks } from './checks.ts';
import { ensureInstalled, versions } from './install.ts';
import { aloneChecks, publishChecks } from './publish-checks.ts';
import { freePort, startPds, startPlc } from './servers.ts';
import { sessionChecks } from './session-checks.ts';
import { threadChecks } from './thread-checks.ts';
import { servePage, serveVideo } from './stand-ins.ts';
import { createStopper } from './stopper.ts';
import { createBlueskyFixture } from './bluesky-fixture.ts';

const runMsMax = 25 * 60_000;
const isVerbose = process.argv.includes('--answers');
const stopper = createStopper();
let isEnding = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void end(`stopped by ${signal}`, 130));
}
setTimeout(() => void end('took too long', 1), runMsMax).unref();

try {
  await end(undefined, (await run()) ? 0 : 1);
} catch (error) {
  await end(error instanceof Error ? error.message : String(error), 1);
}

async function run(): Promise<boolean> {
  const installation = await ensureInstalled(stopper);
  const startedAt = performance.now();
  const plcUrl = await startPlc(installation, stopper);
  // Replaces the app view, which serves profiles and feeds.
  const closed = `http://127.0.0.1:${await freePort()}`;
  const pds = await startPds(installation, stopper, { plcUrl, appViewUrl: closed });
  const lonePds = await startPds(installation, stopper, { plcUrl });
  const page = await servePage(stopper);
  const videoUrl = await serveVideo(stopper, () => pds.origin);
  const otherOrigins = [page, videoUrl, closed];
  const fixture = await createBlueskyFixture({ pds, stopper, videoUrl, otherOrigins });
  const loneFixture = await createBlueskyFixture({ pds: lonePds, stopper, videoUrl, otherOrigins });
  const results = [
    await runChecks(
      [...sessionChecks({ closed, web: page }), ...publishChecks(page), ...threadChecks],
      fixture,
      isVerbose,
    ),
    await runChecks(aloneChecks, loneFixture, isVerbose),
  ];
  const sum = (of: 'passed' | 'failed'): number => results.reduce((total, one) => total + one[of], 0);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  const names = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed in ${seconds} s, with ${names.join(' and ')}`);
  return sum('failed') === 0;
}

/** Stopping the servers makes the run fail too, so only the first reason is reported. */
async function end(reason: string | undefined, code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  if (reason !== undefined) console.error(`conformance:bluesky-server: ${reason}`);
  await stopper.stopAll();
  process.exit(code);
}
