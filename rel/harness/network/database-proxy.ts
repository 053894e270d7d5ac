import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

type DatabaseProxy = TcpProxy & {
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

/** Messages have a type, a length and a body; the first has no type. */
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
