import type { Log } from '../../kernel/log.ts';
import type { Storage } from '../../storage/storage.ts';

export type Epoch = { installationId: string; epoch: number };

export type EpochStores = { media: Storage; host: Storage | undefined };

export type EpochCopies = { media: Epoch | 'unreadable' | undefined; host: Epoch | undefined };

const mediaKey = 'herald-epoch.json';
const hostKey = (installationId: string): string => `${installationId}.json`;

export async function readCopies({ media, host }: EpochStores, installationId: string, log: Log): Promise<EpochCopies> {
  return {
    media: await readCopy(media, mediaKey).catch((error: unknown) => {
      log.warn({ err: error }, 'the copy of the epoch in the media store could not be read');
      return 'unreadable' as const;
    }),
    host: host && (await readCopy(host, hostKey(installationId)).catch(() => undefined)),
  };
}

const warnedAbout = new WeakSet<Storage>();

/** Only logs failures: publishing does not depend on the copies. */
export async function writeCopies({ media, host }: EpochStores, epoch: Epoch, log: Log): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(epoch)}\n`);
  const stores = [
    { store: media, key: mediaKey, where: 'media store' },
    ...(host === undefined ? [] : [{ store: host, key: hostKey(epoch.installationId), where: 'state folder' }]),
  ];
  for (const { store, key, where } of stores) {
    try {
      await store.write(key, once(bytes), { contentType: 'application/json', sizeBytes: bytes.length });
    } catch (error) {
      // Once per store, because a read-only container would fail every minute.
      if (!warnedAbout.has(store)) log.warn({ err: error, where }, 'a copy of the epoch could not be written');
      warnedAbout.add(store);
    }
  }
}

async function readCopy(store: Storage, key: string): Promise<Epoch | undefined> {
  const source = await store.open(key);
  if (source === undefined) return undefined;
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return parseEpoch(Buffer.concat(chunks).toString('utf8'));
}

function parseEpoch(text: string): Epoch | undefined {
  try {
    const { installationId, epoch } = JSON.parse(text) as Partial<Epoch>;
    if (typeof installationId !== 'string' || !Number.isInteger(epoch)) return undefined;
    return { installationId, epoch: Number(epoch) };
  } catch {
    return undefined;
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
