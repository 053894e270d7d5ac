import type { ReadConfig } from '../../boot/config.ts';
import { faultText } from '../../boot/fault-text.ts';
import { dataFolderOf } from '../../boot/open-database.ts';
import { openStorage } from '../../boot/open-storage.ts';
import type { Finding } from './finding.ts';

export async function checkStorage({ config, secrets }: ReadConfig): Promise<Finding> {
  const { s3Bucket } = config;
  try {
    await openStorage({ config, secrets }).check();
    const location = s3Bucket === undefined ? `${dataFolderOf(config)}/media` : `the bucket ${s3Bucket}`;
    return { level: 'ok', check: 'storage', message: `media can be written to ${location}, read and deleted` };
  } catch (error) {
    return { level: 'fault', check: 'storage', message: faultText(error) };
  }
}
