import { Resolver } from 'node:dns/promises';
import { isIP, type Socket } from 'node:net';
import type { AppOptions } from '../../src/app.ts';
import { readConfig } from '../../src/boot/config.ts';
import { openState } from '../../src/boot/open-state.ts';
import { realTiming } from '../../src/boot/timing.ts';
import type { Core } from '../../src/core.ts';
import { cidrPolicy } from '../../src/kernel/outbound/address-policy.ts';
import { dialTcp } from '../../src/kernel/outbound/dial.ts';
import { realClock } from '../../src/kernel/time/clock.ts';
import { adapters } from '../../src/platforms/registry.ts';
import { parrot } from '../example/adapter/index.ts';
import { createFailpoint } from '../failpoints.ts';
import { measuredSpace } from '../measured-space.ts';
import { testSealKeys } from '../seal-keys.ts';
import { log, options, publicUrl, report } from './program.ts';

export const failpoint = options.failpoint === undefined ? undefined : createFailpoint(options.failpoint, report);

let clockShiftMs = options.clockShiftMs ?? 0;

export function shiftClock(ms: number): void {
  clockShiftMs = ms;
}

export async function startGuard({ guard }: Pick<Core, 'guard'>): Promise<void> {
  if (options.stateFolder !== undefined) await guard.start();
}

export function coreOptions(): AppOptions {
  const { config, secrets } = readConfig({
    HERALD_ENV: 'production',
    HERALD_PUBLIC_URL: publicUrl,
    HERALD_TOKEN_KEYS: `test:${testSealKeys[0].secret.toString('base64')}`,
    // A worker that halts in a transaction keeps its connection.
    ...(options.failpoint === undefined ? {} : { HERALD_WORKER_POOL_SIZE: '30' }),
    ...(options.folder === undefined ? {} : { HERALD_DATA_DIR: options.folder }),
    ...(options.sandboxUrl === undefined ? {} : { HERALD_SANDBOX_URL: options.sandboxUrl }),
    ...(options.redirectOrigins === undefined ? {} : { HERALD_REDIRECT_ORIGINS: options.redirectOrigins }),
    ...options.environment,
  });
  return {
    config,
    secrets,
    sealKeys: secrets.tokenKeys ?? testSealKeys,
    databaseUrl: options.databaseUrl ?? 'postgres://127.0.0.1:1/none',
    ...(options.directDatabaseUrl === undefined ? {} : { directDatabaseUrl: options.directDatabaseUrl }),
    log,
    adapters: [...adapters, ...(options.isWithoutExamples === true ? [] : [parrot])].map(
      (one) => failpoint?.around(one) ?? one,
    ),
    timing: { ...realTiming, ...options.timing },
    addresses: cidrPolicy([{ cidr: '127.0.0.1/32', ports: options.admitted ?? [] }]),
    dial: dialLoopbackOnly,
    clock: { ...realClock, now: () => new Date(Date.now() + clockShiftMs) },
    ...(options.spaceFile === undefined ? {} : measuredSpace(options.spaceFile, { config, secrets })),
    ...(options.stateFolder === undefined ? {} : { state: openState({ stateDir: options.stateFolder }) }),
    ...(options.dnsPort === undefined ? {} : { resolve: resolveAt(options.dnsPort) }),
  };
}

/** Shows what the guard allows without contacting anything else. */
async function dialLoopbackOnly(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  // The system would resolve a name that begins like a loopback address.
  if (host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))) return dialTcp(host, port, signal);
  report('dialled', { host, port });
  throw Object.assign(new Error('not dialled'), { code: 'ECONNREFUSED' });
}

function resolveAt(port: number): (host: string) => Promise<string[]> {
  const resolver = new Resolver({ timeout: 1000, tries: 1 });
  resolver.setServers([`127.0.0.1:${port}`]);
  return async (host) => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = [four, six].flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    if (addresses.length === 0) throw new Error(`${host} has no address`);
    return addresses;
  };
}
