import { chmodSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Archive } from '../backup/archive.ts';
import type { Config, Secrets } from './config.ts';
import { realClock } from '../kernel/time/clock.ts';
import { secureRandom } from '../kernel/crypto/random.ts';
import { StartFault } from '../kernel/start-fault.ts';
import { createLocalDisk } from '../storage/local-disk.ts';
import { createS3 } from '../storage/s3.ts';

type Options = { config: Config; secrets: Secrets };

const s3Pattern = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/([\w./-]*[\w-])\/?$/;

/** A folder, or `s3://bucket/prefix` with the credentials of `HERALD_S3_…`. */
export function openArchive(location: string, options: Options): Archive {
  return location.startsWith('s3:') ? openS3(location, options) : openFolder(location);
}

/** Backups contain all data, so only Herald's user may enter the folder. */
function openFolder(location: string): Archive {
  const folder = resolve(location);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
  } catch (error) {
    throw new StartFault(`The folder ${folder} cannot be used: ${(error as Error).message}`);
  }
  const common = { clock: realClock, random: secureRandom };
  return {
    name: folder,
    files: createLocalDisk({ ...common, folder, isFlat: true }),
    media: createLocalDisk({ ...common, folder: join(folder, 'media') }),
  };
}

function openS3(location: string, { config, secrets }: Options): Archive {
  const [, bucket, prefix] = s3Pattern.exec(location) ?? [];
  if (bucket === undefined || prefix === undefined) {
    throw new StartFault(`${location} is not an S3 location. Use the form s3://bucket/prefix.`);
  }
  const { s3AccessKeyId: accessKeyId, s3Endpoint: endpoint, s3Region: region } = config;
  const { s3SecretAccessKey: secretAccessKey } = secrets;
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new StartFault(`${location} needs HERALD_S3_ACCESS_KEY_ID and HERALD_S3_SECRET_ACCESS_KEY.`);
  }
  const common = {
    ...{ bucket, region, accessKeyId, secretAccessKey, isPathStyle: config.s3PathStyle === 'true' },
    ...(endpoint === undefined ? {} : { endpoint }),
  };
  return {
    name: location,
    files: createS3({ ...common, prefix: `${prefix}/` }),
    media: createS3({ ...common, prefix: `${prefix}/media/` }),
  };
}
