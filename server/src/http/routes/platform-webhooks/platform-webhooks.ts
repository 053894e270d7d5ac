import { Type } from 'typebox';
import { completeHandshake, receiveEvent } from '../../../domain/platform-events/receive-event.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { StreamRoute } from '../../route.ts';

const bodyBytesMax = 1024 * 1024;

const path = '/v1/platform-webhooks/{platform}';

export const platformHandshakeRoute: StreamRoute = {
  kind: 'stream',
  path,
  tag: 'Service',
  isInternal: true,
  access: 'none',
  method: 'GET',
  operation: 'complete platform handshake',
  description: 'Proves to a platform that this URL receives its events.',
  query: Type.Object({
    'hub.mode': Type.Optional(Type.String()),
    'hub.challenge': Type.Optional(Type.String()),
    'hub.verify_token': Type.Optional(Type.String()),
  }),
  contentType: 'text/plain',
  statuses: { 200: 'The challenge.', 401: 'The verify token is wrong.', 404: 'The platform sends no events.' },
  errors: ['unauthorized', 'notFound'],
  handle: async (ctx, { params, query }) => {
    const challenge = completeHandshake(ctx, params['platform'] ?? '', query as Record<string, string>);
    return { status: 200, headers: { 'content-type': 'text/plain' }, body: bytesOf(challenge) };
  },
};

export const receivePlatformEventRoute: StreamRoute = {
  kind: 'stream',
  path,
  tag: 'Service',
  isInternal: true,
  access: 'none',
  method: 'POST',
  operation: 'receive platform event',
  description: 'Receives signed events of a platform, such as new comments. They are processed later.',
  contentType: 'application/json',
  statuses: {
    200: 'Stored.',
    401: 'The signature is wrong.',
    404: 'The platform sends no events.',
    408: 'The body was sent too slowly.',
    413: 'The body is larger than 1 MiB.',
  },
  errors: ['unauthorized', 'notFound', 'requestTimeout', 'payloadTooLarge'],
  handle: async (ctx, { params, headers, body }) => {
    await receiveEvent(ctx, params['platform'] ?? '', { headers, body: await collect(body) });
    return { status: 200, body: { received: true } };
  },
};

/** Signatures cover the exact bytes. */
async function collect(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) throw new AppError('payloadTooLarge', 'Payload too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
