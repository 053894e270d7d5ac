import type { Command } from 'commander';
import { runChecks } from './doctor-checks.ts';
import type { Finding } from './finding.ts';
import { jsonOption, print } from '../output.ts';

const marks = { ok: 'ok  ', warning: 'warn', fault: 'FAIL' };

export function addDoctor(parent: Command): void {
  parent
    .command('doctor')
    .description(
      'check settings, platforms, database, media store, disk and ffmpeg, and suggest what to do; exits with 1 on a fault',
    )
    .option(...jsonOption)
    .action(async ({ json }: { json?: boolean }) => {
      const findings = await runChecks();
      const hasFault = findings.some((finding) => finding.level === 'fault');
      print({ healthy: !hasFault, findings }, { json }, findings.map(line).join('\n'));
      if (hasFault) process.exitCode = 1;
    });
}

function line({ level, check, message }: Finding): string {
  return `${marks[level]}  ${check.padEnd(12)} ${message}`;
}
