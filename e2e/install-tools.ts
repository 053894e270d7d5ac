import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

type Run = (tool: string, args: readonly string[]) => string;

export function installTools(folder: string): Run {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const options = { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' } as const;
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], options);
  return (tool, args) => execFileSync(join(folder, 'node_modules/.bin', tool), args, options);
}
