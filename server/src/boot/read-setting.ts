import { readFileSync } from 'node:fs';
import { SettingFault, type Setting } from '../kernel/setting.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export function isSet(environment: Environment, name: string): boolean {
  return (environment[name] ?? '') !== '';
}

export function readSetting(environment: Environment, setting: Setting<unknown>, faults: string[]): unknown {
  const text = setting.secret ? readSecret(environment, setting.name, faults) : environment[setting.name];
  if (text === undefined || text === '') return setting.fallback;
  const value = setting.parse(text);
  if (!(value instanceof SettingFault)) return value;
  // Secrets must not reach a terminal or a log, not even invalid ones.
  faults.push(`${setting.name} ${value.reason}${setting.secret ? '' : ` (it is "${text}")`}`);
  return setting.fallback;
}

function readSecret(environment: Environment, name: string, faults: string[]): string | undefined {
  const direct = environment[name];
  const file = environment[`${name}_FILE`];
  if (file === undefined || file === '') return direct;
  if (direct !== undefined && direct !== '') {
    faults.push(`${name} and ${name}_FILE are both set: remove one of them`);
    return direct;
  }
  const secret = readText(file);
  if (secret === undefined || secret === '') {
    faults.push(`${name}_FILE names "${file}", which ${secret === undefined ? 'cannot be read' : 'is empty'}`);
  }
  return secret;
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}
