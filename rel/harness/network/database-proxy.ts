import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** Stands between Herald and PostgreSQL, counts statements and breaks connections. */
type DatabaseProxy = TcpProxy & {
  /** Statements that were sent through the proxy so far. */
  statements(): number;
};

export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  let statements = 0;
  const proxy = await startTcpProxy(databaseUrl, (client) => {
    client.on(
      'data',
      createStatementCounter(() => (statements += 1)),
    );
  });
  return { ...proxy, statements: () => statements };
}

const executeType = 'E'.charCodeAt(0);
const queryType = 'Q'.charCodeAt(0);

/** Parses what a client of PostgreSQL sends: messages with a type, a length and a body, after one without a type. */
function createStatementCounter(onStatement: () => void): (chunk: Buffer) => void {
  let pending = Buffer.alloc(0);
  let isStarted = false;
  return (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    for (;;) {
      const typeLength = isStarted ? 1 : 0;
      if (pending.length < typeLength + 4) return;
      const length = typeLength + pending.readUInt32BE(typeLength);
      if (pending.length < length) return;
      if (isStarted && [executeType, queryType].includes(pending[0] ?? 0)) onStatement();
      isStarted = true;
      pending = pending.subarray(length);
    }
  };
}
