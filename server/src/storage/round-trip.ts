import type { Random } from '../kernel/crypto/random.ts';
import { noBytes } from './byte-range.ts';
import type { Storage } from './storage.ts';

/** Random name, because several processes check at the same time. */
export async function roundTrip(storage: Storage, random: Random): Promise<void> {
  const text = Buffer.from(random.bytes(16)).toString('hex');
  const key = `check-${text}.txt`;
  const bytes = Buffer.from(text);
  await storage.write(key, once(bytes), { contentType: 'text/plain', sizeBytes: bytes.length });
  try {
    const read = await readAll(await storage.open(key));
    if (!bytes.equals(read)) throw new Error('A file that was written cannot be read back.');
  } finally {
    await storage.delete(key);
  }
  if ((await storage.stat(key)) !== undefined) throw new Error('A file that was deleted still exists.');
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function readAll(source: AsyncIterable<Uint8Array> = noBytes()): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks);
}
