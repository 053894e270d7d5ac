import type { Random } from '../kernel/crypto/random.ts';
import { noBytes } from './byte-range.ts';
import type { Storage } from './storage.ts';

/** Writes, reads and deletes a small file, under a name of its own: several processes check at the same time. */
export async function roundTrip(storage: Storage, random: Random): Promise<void> {
  const text = Buffer.from(random.bytes(16)).toString('hex');
  const key = `check-${text}.txt`;
  const bytes = Buffer.from(text);
  await storage.write(key, once(bytes), { contentType: 'text/plain', sizeBytes: bytes.length });
  try {
    const read = await readAll(await storage.open(key));
    if (!bytes.equals(read)) throw new Error('What was written does not come back.');
  } finally {
    await storage.delete(key);
  }
  if ((await storage.stat(key)) !== undefined) throw new Error('What was deleted is still there.');
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function readAll(source: AsyncIterable<Uint8Array> = noBytes()): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}
