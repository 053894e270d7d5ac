import { Readable } from 'node:stream';
import type { Agent, Dispatcher } from 'undici';
import { OutboundFault, toFault } from './fault.ts';
import type { OutboundRequest, OutboundResponse } from './request.ts';
import { orAborted } from '../time/time-limit.ts';

/** Never retries: a server that closed the connection may have acted on the request. */
export async function exchange(agent: Agent, url: URL, request: OutboundRequest): Promise<OutboundResponse> {
  const signal = request.signal ?? new AbortController().signal;
  // undici ignores the signal until the request has a connection.
  const response = await asFault(signal, orAborted(agent.request({ ...toDispatch(url, request), signal }), signal));
  const headers = toHeaders(response.headers);
  response.body.on('error', () => undefined);
  refuseOverlong(response.body, request, headers['content-length']);
  const { receive } = request;
  const isReceived = receive !== undefined && response.statusCode === 200;
  const content = isReceived
    ? await receive(within(response.body, request, signal)).then(() => ({ body: Buffer.alloc(0), isCut: false }))
    : await asFault(signal, readBody(response.body, request));
  return { status: response.statusCode, headers, ...content, url: url.href };
}

async function asFault<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    signal.throwIfAborted();
    if (isMisuse(error)) throw error;
    throw toFault(error, 'connectionFailed', 'the connection failed');
  }
}

function toDispatch(url: URL, { method, headers, body }: OutboundRequest): Dispatcher.RequestOptions {
  const entries = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method,
    // Another Host header could reach a different site on the same server.
    headers: Object.fromEntries([['accept-encoding', 'identity'], ...entries.filter(([name]) => name !== 'host')]),
    body: body === undefined || body instanceof Uint8Array ? (body ?? null) : Readable.from(body),
  };
}

type Body = Dispatcher.ResponseData['body'];

function refuseOverlong(body: Body, request: OutboundRequest, announced = '0'): void {
  if (request.overlong === 'cut' || request.method === 'HEAD' || Number(announced) <= request.responseBytesMax) return;
  body.destroy();
  throw tooLarge(request);
}

async function readBody(body: Body, request: OutboundRequest): Promise<{ body: Buffer; isCut: boolean }> {
  const chunks: Buffer[] = [];
  let room = request.responseBytesMax;
  // Leaving the loop early destroys the body and its connection.
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(0, room));
    if (chunk.length > room && request.overlong === 'fail') throw tooLarge(request);
    if (chunk.length > room) return { body: Buffer.concat(chunks), isCut: true };
    room -= chunk.length;
  }
  return { body: Buffer.concat(chunks), isCut: false };
}

/** Transfer failures become faults; the receiver's own errors pass unchanged. */
async function* within(body: Body, request: OutboundRequest, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const chunks = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  let room = request.responseBytesMax;
  try {
    for (;;) {
      const next = await asFault(signal, chunks.next());
      if (next.done === true) return;
      room -= next.value.length;
      if (room < 0) throw tooLarge(request);
      yield next.value;
    }
  } finally {
    body.destroy();
  }
}

function tooLarge({ responseBytesMax }: OutboundRequest): OutboundFault {
  return new OutboundFault('tooLarge', `the response is larger than ${responseBytesMax} bytes`);
}

function toHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const pairs = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')] as const);
  return Object.fromEntries(pairs);
}

function isMisuse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'UND_ERR_INVALID_ARG';
}
