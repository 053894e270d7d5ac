import { startTestSandbox } from '../sandbox.ts';
import { lines, publicUrl, report, stopped } from './program.ts';

/** Survives kills in its own process; in real time and in memory. A line on stdin is Herald's URL. */
export async function run(): Promise<void> {
  const origins = [publicUrl];
  lines.on('line', (origin) => origins.unshift(origin));
  const sandbox = await startTestSandbox({ heraldOrigins: () => origins, clock: 'real' });
  report('ready', { url: sandbox.url });
  await stopped;
  await sandbox.close();
}
