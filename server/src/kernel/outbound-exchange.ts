import { Readable } from 'node:stream';
import type { Agent, Dispatcher } from 'undici';
import { OutboundFault, toFault } from './outbound-fault.ts';
import type { OutboundRequest, OutboundResponse } from './outbound-request.ts';
import { orAborted } from './time-limit.ts';

/** One request and its answer, with no second try: a server that closed the connection may have acted all the same. */
export async function exchange(agent: Agent, url: URL, request: OutboundRequest): Promise<OutboundResponse> {
  const signal = request.signal ?? new AbortController().signal;
  try {
    // Until it has a connection the request does not hear its signal.
    const answer = await orAborted(agent.request({ ...toDispatch(url, request), signal }), signal);
    const headers = toHeaders(answer.headers);
    const content = await readBody(answer.body, request, headers['content-length']);
    return { status: answer.statusCode, headers, ...content, url: url.href };
  } catch (error) {
    signal.throwIfAborted();
    if (isMisuse(error)) throw error;
    throw toFault(error, 'connectionFailed', 'the connection failed');
  }
}

function toDispatch(url: URL, { method, headers, body }: OutboundRequest): Dispatcher.RequestOptions {
  const given = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
  return {
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method,
    // Host is the URL's, always: with another one a request could reach a different site on the same server.
    headers: Object.fromEntries([['accept-encoding', 'identity'], ...given.filter(([name]) => name !== 'host')]),
    body: body === undefined || body instanceof Uint8Array ? (body ?? null) : Readable.from(body),
  };
}

type Body = Dispatcher.ResponseData['body'];

async function readBody(
  body: Body,
  { method, responseBytesMax, overlong }: OutboundRequest,
  announced = '0',
): Promise<{ body: Buffer; isCut: boolean }> {
  const tooLarge = (): OutboundFault => new OutboundFault('tooLarge', `the answer has over ${responseBytesMax} bytes`);
  body.on('error', () => undefined);
  if (overlong === 'fail' && method !== 'HEAD' && Number(announced) > responseBytesMax) {
    body.destroy();
    throw tooLarge();
  }
  const chunks: Buffer[] = [];
  let room = responseBytesMax;
  // Leaving the loop early destroys the body and with it the connection.
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(0, room));
    if (chunk.length > room && overlong === 'fail') throw tooLarge();
    if (chunk.length > room) return { body: Buffer.concat(chunks), isCut: true };
    room -= chunk.length;
  }
  return { body: Buffer.concat(chunks), isCut: false };
}

function toHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const pairs = Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')] as const);
  return Object.fromEntries(pairs);
}

/** A header with a line break, say: a fault of the calling code. */
function isMisuse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'UND_ERR_INVALID_ARG';
}
