import type { Agent } from 'undici';
import { createConnector, type Connecting } from './connector.ts';
import { OutboundFault } from './fault.ts';
import type { OutboundRequest } from './request.ts';

const pool = {
  connections: 32,
  pipelining: 1,
  allowH2: false,
  maxHeaderSize: 16 * 1024,
  // Shorter than what servers commonly keep, and shortened by what a server says: a request on a connection that the
  // server is about to close fails.
  keepAliveTimeout: 4_000,
  keepAliveMaxTimeout: 4_000,
  keepAliveTimeoutThreshold: 1_000,
  // One limit over the whole request stands in for these.
  headersTimeout: 0,
  bodyTimeout: 0,
};

type Agents = { get(url: URL, request: OutboundRequest): Promise<Agent>; close(): Promise<void> };

/** A connection opened under one set of rules is not used under another. */
export function createAgents(common: Omit<Connecting, 'connectTimeoutMs' | 'allowPublicHttp'>): Agents {
  const agents = new Map<string, Promise<Agent>>();
  let closing: Promise<unknown> | undefined;
  return {
    get: async ({ protocol }, { connectTimeoutMs, ...request }) => {
      if (closing !== undefined) throw new OutboundFault('aborted', 'the client is closed');
      const allowPublicHttp = protocol === 'http:' && request.allowPublicHttp === true;
      const key = `${connectTimeoutMs} ${allowPublicHttp}`;
      const known = agents.get(key);
      if (known !== undefined) return known;
      const agent = createAgent({ ...common, connectTimeoutMs, allowPublicHttp });
      agents.set(key, agent);
      return agent;
    },
    close: async () => {
      closing ??= Promise.all([...agents.values()].map(async (agent) => (await agent).destroy()));
      await closing;
    },
  };
}

/** Loaded with the first call: its thirty megabytes are of no use to a Herald that calls nobody. */
async function createAgent(connecting: Connecting): Promise<Agent> {
  const { Agent } = await import('undici');
  return new Agent({ ...pool, connect: createConnector(connecting) });
}
