import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';

export type FilePart = {
  readonly field: string;
  readonly filename: string;
  readonly type: string;
  readonly bytes: Buffer;
  /** Some read no further than the file. */
  readonly fieldCountBefore: number;
};

export type Body =
  | { readonly kind: 'none' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'form'; readonly fields: URLSearchParams }
  | { readonly kind: 'multipart'; readonly fields: URLSearchParams; readonly files: readonly FilePart[] }
  | { readonly kind: 'bytes'; readonly type: string; readonly bytes: Buffer }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'tooLarge' };

export async function readBody(request: FastifyRequest, bytesMax: number): Promise<Body> {
  const body = await readWithin(request, bytesMax);
  // What is left unread would break the connection before the refusal is read.
  if (body.kind === 'tooLarge' || body.kind === 'unreadable') request.raw.resume();
  return body;
}

async function readWithin(request: FastifyRequest, bytesMax: number): Promise<Body> {
  if (Number(request.headers['content-length'] ?? 0) > bytesMax) return { kind: 'tooLarge' };
  if (request.isMultipart()) return readMultipart(request, bytesMax).catch(multipartFault);
  if (request.body === undefined || request.body === null) return { kind: 'none' };
  const bytes = await collect(request.body as Readable, bytesMax).catch(() => 'unreadable' as const);
  if (bytes === 'unreadable' || bytes === 'tooLarge') return { kind: bytes };
  return interpret(bytes, request.headers['content-type'] ?? '');
}

function interpret(bytes: Buffer, contentType: string): Body {
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  if (bytes.length === 0) return { kind: 'none' };
  if (type === 'application/json') return parseJson(bytes);
  if (type === 'application/x-www-form-urlencoded') {
    return { kind: 'form', fields: new URLSearchParams(bytes.toString('utf8')) };
  }
  return { kind: 'bytes', type, bytes };
}

function parseJson(bytes: Buffer): Body {
  try {
    return { kind: 'json', value: JSON.parse(bytes.toString('utf8')) };
  } catch {
    return { kind: 'unreadable' };
  }
}

function multipartFault(error: unknown): Body {
  const isTooLarge = error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE';
  return { kind: isTooLarge ? 'tooLarge' : 'unreadable' };
}

async function collect(stream: Readable, bytesMax: number): Promise<Buffer | 'tooLarge'> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Read to the end even when it is too much: leaving the loop would destroy the connection.
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= bytesMax) chunks.push(chunk);
  }
  return size > bytesMax ? 'tooLarge' : Buffer.concat(chunks);
}

async function readMultipart(request: FastifyRequest, bytesMax: number): Promise<Body> {
  const fields = new URLSearchParams();
  const files: FilePart[] = [];
  let size = 0;
  for await (const part of request.parts({ limits: { fileSize: bytesMax, fieldSize: bytesMax } })) {
    if (part.type === 'field') {
      fields.append(part.fieldname, String(part.value));
      continue;
    }
    const bytes = await part.toBuffer();
    size += bytes.length;
    if (size > bytesMax) return { kind: 'tooLarge' };
    const { fieldname: field, filename, mimetype: type } = part;
    files.push({ field, filename, type, bytes, fieldCountBefore: fields.size });
  }
  return { kind: 'multipart', fields, files };
}
