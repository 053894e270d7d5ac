import { createCommandClient } from '../programs/command-client.ts';
import type { Child, Supervisor } from '../programs/supervisor.ts';

export type Fetch = { url: string; redirectsMax?: number; allowPublicHttp?: boolean };
export type Outcome = { status?: number; url?: string; fault?: string };
export type HostPort = { host: string; port: number; isPlain: boolean };
export type Dialled = { host: string; port: number };

export type OutboundClient = {
  fetch(request: Fetch): Promise<Outcome>;
  judge(addresses: readonly HostPort[]): Promise<(string | null)[]>;
  dialled: Dialled[];
  stop(): Promise<void>;
};

export async function startOutboundClient(supervisor: Supervisor, options: object): Promise<OutboundClient> {
  const child = supervisor.start('client', { role: 'client', ...options });
  const dialled = watchDialled(child);
  const sendCommand = createCommandClient(child);
  await child.waitForEvent('ready');
  return {
    dialled,
    fetch: async (request) => (await sendCommand({ fetch: request })) as Outcome,
    judge: async (addresses) => (await sendCommand({ judge: addresses }))['refusals'] as (string | null)[],
    stop: () => child.stop(),
  };
}

export function watchDialled(child: Child): Dialled[] {
  const dialled: Dialled[] = [];
  child.onEvent(({ event, ...facts }) => {
    if (event === 'dialled') dialled.push(facts as Dialled);
  });
  return dialled;
}
