import { runCheck, staticChecks } from './testing/static-checks.ts';

const queue = [...staticChecks];
let failed = 0;
await Promise.all([worker(), worker()]);
console.log(failed === 0 ? 'check: all passed' : `check: ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function worker(): Promise<void> {
  for (let check = queue.shift(); check !== undefined; check = queue.shift()) {
    if (!(await runCheck(check))) failed += 1;
  }
}
