import { Busboy } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';

export type FilePart = {
  readonly field: string;
  readonly filename: string;
  readonly type: string;
  readonly bytes: Buffer;
  /** Some stores ignore fields after the file. */
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

/** For JSON, forms and multipart fields; Herald's own limit. */
const textBytesMax = 1024 * 1024;
const formLimits = { fields: 100, files: 20, parts: 120, fieldNameSize: 200, fieldSize: textBytesMax };

/** Slower clients are disconnected. */
const paceWindowMs = 30_000;
const paceBytesMin = 16_000 * 30;

type BodyLimits = { bytesMax: number; paceWindowMs?: number };

/** Every byte counts towards the limit, including part headers and boundaries. */
export async function readBody({ raw, headers }: FastifyRequest, limits: BodyLimits): Promise<Body> {
  const contentType = headers['content-type'] ?? '';
  if (Number(headers['content-length'] ?? 0) > limits.bytesMax) return { kind: 'tooLarge' };
  try {
    if (/^multipart\/form-data\b/i.test(contentType)) return await readMultipart(raw, contentType, limits);
    const chunks: Uint8Array[] = [];
    for await (const chunk of counted(raw, limits)) chunks.push(chunk);
    return interpret(Buffer.concat(chunks), contentType);
  } catch (error) {
    return { kind: error instanceof TooLarge ? 'tooLarge' : 'unreadable' };
  }
}

class TooLarge extends Error {}

async function* counted(
  request: IncomingMessage,
  { bytesMax, paceWindowMs: windowMs = paceWindowMs }: BodyLimits,
): AsyncGenerator<Uint8Array> {
  let total = 0;
  let totalBefore = 0;
  const pace = setInterval(() => {
    if (total - totalBefore < (paceBytesMin * windowMs) / paceWindowMs) request.destroy();
    totalBefore = total;
  }, windowMs);
  try {
    // The connection must survive the loop, because the refusal is still to be sent.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      total += chunk.length;
      if (total > bytesMax) throw new TooLarge();
      yield chunk;
    }
  } finally {
    clearInterval(pace);
  }
}

function interpret(bytes: Buffer, contentType: string): Body {
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  if (bytes.length === 0) return { kind: 'none' };
  const isForm = type === 'application/x-www-form-urlencoded';
  if (type !== 'application/json' && !isForm) return { kind: 'bytes', type, bytes };
  if (bytes.length > textBytesMax) return { kind: 'tooLarge' };
  return isForm ? { kind: 'form', fields: new URLSearchParams(bytes.toString('utf8')) } : parseJson(bytes);
}

function parseJson(bytes: Buffer): Body {
  try {
    return { kind: 'json', value: JSON.parse(bytes.toString('utf8')) };
  } catch {
    return { kind: 'unreadable' };
  }
}

async function readMultipart(request: IncomingMessage, contentType: string, limits: BodyLimits): Promise<Body> {
  const form = new Busboy({
    headers: { 'content-type': contentType },
    limits: { ...formLimits, fileSize: limits.bytesMax },
  });
  const fields = new URLSearchParams();
  const files: FilePart[] = [];
  let fieldBytes = 0;
  for (const event of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const) {
    form.on(event, () => form.destroy(new TooLarge()));
  }
  form.on('field', (name, value) => {
    fieldBytes += name.length + value.length;
    if (fieldBytes > textBytesMax) form.destroy(new TooLarge());
    else fields.append(name, value);
  });
  form.on('file', (...[field, stream, filename, , type]) => {
    const chunks: Buffer[] = [];
    const fieldCountBefore = fields.size;
    // A form that breaks off also ends its files with an error.
    stream.on('error', () => undefined);
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => files.push({ field, filename, type, bytes: Buffer.concat(chunks), fieldCountBefore }));
  });
  await pipeline(counted(request, limits), form);
  return { kind: 'multipart', fields, files };
}
