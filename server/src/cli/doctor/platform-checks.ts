import type { ReadConfig } from '../../boot/config.ts';
import { serverPolicy } from '../../kernel/outbound/address-policy.ts';
import type { PlatformAdapter } from '../../platforms/adapter.ts';
import { adapters } from '../../platforms/registry.ts';
import type { Finding } from './finding.ts';

export function checkPlatforms(read: ReadConfig): Finding[] {
  const findings = adapters.flatMap((adapter) => [...checkVersion(read, adapter), ...checkReach(read, adapter)]);
  if (findings.length > 0) return findings;
  const real = adapters.filter(({ name }) => read.secrets.credentials[name] !== undefined).map(({ label }) => label);
  const text = real.length === 0 ? 'sandbox only' : `real accounts on ${real.join(', ')}`;
  return [{ level: 'ok', check: 'platforms', message: text }];
}

function checkVersion({ config }: ReadConfig, { name, label, apiVersion }: PlatformAdapter): Finding[] {
  const version = config.platforms[name]?.apiVersion ?? '';
  const sunsetOn = apiVersion?.sunsets[version];
  if (sunsetOn === undefined) return [];
  const message = `${label} ends support for version ${version} of its API on ${sunsetOn}: set HERALD_${name.toUpperCase()}_API_VERSION to a newer one`;
  return [{ level: 'warning', check: 'platforms', message }];
}

function checkReach({ config, secrets }: ReadConfig, { name, label, pullsMedia }: PlatformAdapter): Finding[] {
  if (!pullsMedia || secrets.credentials[name] === undefined || isReachable(config.publicUrl)) return [];
  const message = `${label} fetches media from Herald but cannot reach ${config.publicUrl ?? 'this machine'}: set HERALD_PUBLIC_URL to a public https URL`;
  return [{ level: 'warning', check: 'platforms', message }];
}

function isReachable(publicUrl: string | undefined): boolean {
  if (publicUrl === undefined) return false;
  const { hostname, port, protocol } = new URL(publicUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  const hostPort = { host, port: port === '' ? 443 : Number(port), isPlain: protocol === 'http:' };
  return serverPolicy({ allowPrivateNetwork: false, allowLoopback: false }).judge(hostPort) === undefined;
}
