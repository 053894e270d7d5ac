// Writes the first half of a file, reports it, and waits to be killed.
import { realClock } from '../../kernel/time/clock.ts';
import { secureRandom } from '../../kernel/crypto/random.ts';
import { createLocalDisk } from '../local-disk.ts';

const [folder = '', key = ''] = process.argv.slice(2);

async function* half(): AsyncGenerator<Uint8Array> {
  yield Buffer.alloc(1_000_000, 1);
  process.stdout.write('half\n');
  process.stdin.resume();
  await new Promise(() => undefined);
}

const disk = createLocalDisk({ folder, clock: realClock, random: secureRandom });
await disk.write(key, half(), { contentType: 'image/jpeg', sizeBytes: 2_000_000 });
