import type { Agent } from 'undici';
import { createConnector, type Connecting } from './connector.ts';
import { OutboundFault } from './fault.ts';
import type { OutboundRequest } from './request.ts';

const connectionsMin = 32;
const pool = {
  pipelining: 1,
  allowH2: false,
  maxHeaderSize: 16 * 1024,
  // Shorter than common servers' keep-alive: requests on a connection that the server is closing fail.
  keepAliveTimeout: 4_000,
  keepAliveMaxTimeout: 4_000,
  keepAliveTimeoutThreshold: 1_000,
  // `timeoutMs` limits the whole request instead.
  headersTimeout: 0,
  bodyTimeout: 0,
};

type Agents = { get(url: URL, request: OutboundRequest): Promise<Agent>; close(): Promise<void> };

/** Requests with different rules must not share connections. */
export function createAgents(
  common: Omit<Connecting, 'connectTimeoutMs' | 'allowPublicHttp'>,
  connectionsMax = connectionsMin,
): Agents {
  const connections = Math.max(connectionsMin, connectionsMax);
  const agents = new Map<string, Promise<Agent>>();
  let closing: Promise<unknown> | undefined;
  return {
    get: async ({ protocol }, request) => {
      if (closing !== undefined) throw new OutboundFault('aborted', 'the client is closed');
      const { connectTimeoutMs } = request;
      const allowPublicHttp = protocol === 'http:' && request.allowPublicHttp === true;
      const key = `${connectTimeoutMs} ${allowPublicHttp}`;
      const known = agents.get(key);
      if (known !== undefined) return known;
      const agent = createAgent({ ...common, connectTimeoutMs, allowPublicHttp }, connections);
      agents.set(key, agent);
      return agent;
    },
    close: async () => {
      closing ??= Promise.all([...agents.values()].map(async (agent) => (await agent).destroy()));
      await closing;
    },
  };
}

/** Imported at the first request, because undici takes 30 MB. */
async function createAgent(connecting: Connecting, connections: number): Promise<Agent> {
  const { Agent } = await import('undici');
  return new Agent({ ...pool, connections, connect: createConnector(connecting) });
}
