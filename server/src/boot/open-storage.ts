import { join } from 'node:path';
import type { Config, Secrets } from './config.ts';
import { realClock } from '../kernel/time/clock.ts';
import { secureRandom } from '../kernel/crypto/random.ts';
import { dataFolderOf } from './open-database.ts';
import { createLocalDisk } from '../storage/local-disk.ts';
import { createS3 } from '../storage/s3.ts';
import type { Storage } from '../storage/storage.ts';

type Options = { config: Config; secrets: Secrets };

export function openStorage({ config, secrets }: Options): Storage {
  const { s3Bucket: bucket, s3Region: region, s3Endpoint: endpoint, s3AccessKeyId: accessKeyId } = config;
  const { s3SecretAccessKey: secretAccessKey } = secrets;
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) {
    return createLocalDisk({ folder: join(dataFolderOf(config), 'media'), clock: realClock, random: secureRandom });
  }
  const isPathStyle = config.s3PathStyle === 'true';
  return createS3({
    ...{ bucket, region, accessKeyId, secretAccessKey, isPathStyle },
    ...(endpoint === undefined ? {} : { endpoint }),
  });
}
