import type { RawResponse } from '../../harness/network/raw-http.ts';
import type { User } from '../../harness/testbed.ts';
import type { Fixture } from './fixture.ts';
import { violation } from '../../invariants.ts';

export type Ticket = { path: string; token: string; publicPath: string; key: string; contentType: string };

type Announced = { contentType?: string; size?: number; filename?: string };

export async function presign({ api }: Fixture, user: User, announced: Announced = {}): Promise<Ticket> {
  const request = { filename: 'dot.gif', contentType: 'image/gif', ...announced };
  const { status, body } = await api.call<{ uploadUrl: string; publicUrl: string; key: string }>(
    ...([user, 'POST', '/v1/media/presign', request] as const),
  );
  if (status !== 200) throw new Error(violation('no-crashes', `presign returned ${status} ${JSON.stringify(body)}`));
  const path = new URL(body.uploadUrl).pathname;
  const publicPath = new URL(body.publicUrl).pathname;
  return { path, token: path.split('/').at(-1) ?? '', publicPath, key: body.key, contentType: request.contentType };
}

type Signing = { parts: string[]; binding?: string; isOfAnotherHerald?: boolean };

export async function sign({ api }: Fixture, user: User, signing: Signing): Promise<string> {
  const request = { binding: 'media upload', isOfAnotherHerald: false, ...signing };
  const { body } = await api.call<{ token: string }>(user, 'POST', '/v1/suite/tickets', request);
  return body.token;
}

type Put = {
  body: Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  contentType?: string | null;
  headers?: readonly string[];
  length?: number;
  method?: string;
  isCut?: boolean;
};

export function put({ send }: Fixture, path: string, options: Put): Promise<RawResponse> {
  const { body, contentType = 'image/gif', headers = [], method = 'PUT', isCut = false } = options;
  const length = options.length ?? (body instanceof Uint8Array ? body.length : 0);
  return send({
    head: [
      `${method} ${path} HTTP/1.1`,
      'Host: herald.example',
      ...(contentType === null ? [] : [`Content-Type: ${contentType}`]),
      `Content-Length: ${length}`,
      ...headers,
    ],
    body: body instanceof Uint8Array ? [body] : body,
    isCut,
  });
}
