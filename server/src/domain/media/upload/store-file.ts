import { AppError } from '../../../kernel/errors.ts';
import { sha256Stream } from '../../../kernel/crypto/secret.ts';
import type { Probed } from '../../../imaging/read/probe.ts';
import type { Ctx } from '../../context.ts';
import { overQuota } from '../space/quota.ts';
import { uploadedFacts, type UploadedFacts } from './uploaded-facts.ts';

type Incoming = {
  key: string;
  source: AsyncIterable<Uint8Array>;
  contentType: string;
  /** Announced, and must be exact. */
  sizeBytes: number | undefined;
  sizeBytesMax: number;
  quotaBytes: number;
};

export type StoredFile = Extract<Probed, { kind: 'media' }> & { sizeBytes: number; checksum: string };

export async function storeFile(ctx: Ctx, incoming: Incoming): Promise<StoredFile> {
  const { key, contentType, sizeBytes } = incoming;
  const hash = sha256Stream();
  const seen = { bytes: 0 };
  const passing = counted(ctx, incoming, (chunk) => {
    hash.update(chunk);
    seen.bytes += chunk.length;
    return seen.bytes;
  });
  await ctx.storage.write(key, passing, { contentType, sizeBytes });
  const probed = await ctx.imaging.probe({ sizeBytes: seen.bytes, open: (range) => ctx.storage.open(key, range) });
  if (probed.kind === 'media') return { ...probed, sizeBytes: seen.bytes, checksum: hash.digest('hex') };
  await ctx.storage.delete(key);
  throw new AppError('validation', probed.reason, { param: 'file' });
}

export function storedFacts(file: StoredFile): UploadedFacts {
  return { ...uploadedFacts(file), sizeBytes: String(file.sizeBytes), checksum: file.checksum };
}

async function* counted(
  ctx: Ctx,
  { source, sizeBytes, sizeBytesMax, quotaBytes }: Incoming,
  count: (chunk: Uint8Array) => number,
): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const chunk of source) {
    total = count(chunk);
    const limit = sizeBytes ?? sizeBytesMax;
    if (total > limit) throw new AppError('validation', `The file is larger than ${limit} bytes`, { param: 'file' });
    if (total > quotaBytes) throw overQuota(ctx, quotaBytes);
    yield chunk;
  }
  if (sizeBytes !== undefined && total !== sizeBytes) {
    throw new AppError('validation', `The file has ${total} bytes, but ${sizeBytes} were declared`, { param: 'file' });
  }
}
