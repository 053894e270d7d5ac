import { parseArgs, type ParseArgsConfig } from 'node:util';

export class UsageError extends Error {}

type Parsed<Config extends ParseArgsConfig> = ReturnType<typeof parseArgs<Config>>;

export function parseCommandLine<Config extends ParseArgsConfig>(config: Config): Parsed<Config> {
  try {
    return parseArgs(config);
  } catch (error) {
    // Node's messages continue with advice on positional arguments.
    throw new UsageError(error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error));
  }
}

export function parseSeed(text: string | undefined): number {
  if (text === undefined) return Math.floor(Math.random() * 1e6);
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--seed must be a whole number, not "${text}"`);
  return Number(text);
}

export function parseNumber(name: string, text: string, [min, max]: readonly [min: number, max: number]): number {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new UsageError(`--${name} must be a whole number from ${min} to ${max}, not "${text}"`);
}

/** Exits with 2, which cannot be confused with a failed case. */
export async function runCommand(command: string, main: () => Promise<number>): Promise<never> {
  try {
    process.exit(await main());
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\nRun "${command} --help" for usage.`);
    process.exit(2);
  }
}
