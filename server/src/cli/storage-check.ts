import type { ReadConfig } from '../config.ts';
import { faultText } from '../fault-text.ts';
import { openStorage } from '../open-storage.ts';
import type { Finding } from './finding.ts';

/** A small file makes the round trip: written, read and deleted. */
export async function checkStorage({ config, secrets }: ReadConfig, dataFolder: string): Promise<Finding> {
  const { s3Bucket } = config;
  try {
    await openStorage({ config, secrets, dataFolder }).check();
    const place = s3Bucket === undefined ? `${dataFolder}/media` : `the bucket ${s3Bucket}`;
    return { level: 'ok', check: 'storage', message: `media can be written to ${place}, read and deleted` };
  } catch (error) {
    return { level: 'fault', check: 'storage', message: faultText(error) };
  }
}
