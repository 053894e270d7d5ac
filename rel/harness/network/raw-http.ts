import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';

export type RawRequest = {
  head: readonly string[];
  body?: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  /** Closes the connection after the last byte, even if `Content-Length` is larger. */
  isCut?: boolean;
};

export type RawResponse = {
  /** 0 if the connection ended or timed out without a response. */
  status: number;
  text: string;
  sentBytes: number;
  ms: number;
};

const responseMsMax = 15_000;

/** Sends requests byte for byte, including what no client library would send. */
export async function sendRaw(port: number, { head, body = [], isCut = false }: RawRequest): Promise<RawResponse> {
  const startedMs = performance.now();
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
  const reading = readResponse(socket);
  const timer = setTimeout(() => socket.destroy(), responseMsMax);
  let sentBytes = 0;
  try {
    // Sends a body of one piece with the head: otherwise it is chance whether the server sees the head alone.
    if (Array.isArray(body)) socket.cork();
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    if (Array.isArray(body)) void setImmediate().then(() => socket.uncork());
    for await (const chunk of body) {
      if (reading.isDone() || !(await send(socket, chunk, reading.done))) break;
      sentBytes += chunk.length;
    }
    if (isCut) socket.end();
    return { ...(await reading.done), sentBytes, ms: Math.round(performance.now() - startedMs) };
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

/** Returns false when the server no longer reads. */
async function send(socket: Socket, chunk: Uint8Array, done: Promise<unknown>): Promise<boolean> {
  if (socket.destroyed || !socket.writable) return false;
  if (socket.write(chunk)) return true;
  const stop = new AbortController();
  const drained = once(socket, 'drain', { signal: stop.signal }).then(
    () => true,
    () => false,
  );
  const isDrained = await Promise.race([drained, done.then(() => false)]);
  stop.abort();
  // A server that reads as fast as this writes would otherwise keep the event loop from receiving the response.
  await setImmediate();
  return isDrained;
}

type PartialResponse = Pick<RawResponse, 'status' | 'text'>;

function readResponse(socket: Socket): { done: Promise<PartialResponse>; isDone(): boolean } {
  const { promise: done, resolve } = Promise.withResolvers<PartialResponse>();
  let received = Buffer.alloc(0);
  let isDone = false;
  const finish = (response: PartialResponse): void => {
    isDone = true;
    resolve(response);
  };
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    const response = parse(received);
    if (response !== undefined) finish(response);
  });
  socket.on('error', () => undefined);
  for (const event of ['end', 'close'])
    socket.on(event, () => finish({ status: 0, text: received.toString('latin1') }));
  return { done, isDone: () => isDone };
}

function parse(received: Buffer): PartialResponse | undefined {
  const text = received.toString('latin1').replace(/^HTTP\/1\.1 100 [^\r]*\r\n\r\n/, '');
  const headEnd = text.indexOf('\r\n\r\n');
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1];
  if (headEnd === -1 || status === undefined) return undefined;
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text.slice(0, headEnd))?.[1] ?? 0);
  const body = text.slice(headEnd + 4);
  if (body.length < length) return undefined;
  return { status: Number(status), text: Buffer.from(body.slice(0, length), 'latin1').toString() };
}
