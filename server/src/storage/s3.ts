import { Readable } from 'node:stream';
import type { S3 } from '@aws-sdk/client-s3';
import { secureRandom, type Random } from '../kernel/crypto/random.ts';
import { StartFault } from '../kernel/start-fault.ts';
import { checkRange, noBytes, readable, type ByteRange } from './byte-range.ts';
import { faultCode } from './fault-code.ts';
import { roundTrip } from './round-trip.ts';
import { s3Advice } from './s3-advice.ts';
import { s3Opener, type S3Options } from './s3-client.ts';
import { withoutSecrets, isStatus, orUnavailable } from './s3-fault.ts';
import { presignPut } from './s3-presign.ts';
import { upload } from './s3-upload.ts';
import { checkKey } from './storage-key.ts';
import type { FileStat, Storage } from './storage.ts';

type Target = { Bucket: string; Key: string };

/** No such file exists: the response only shows that the bucket can be reached. */
const pingKey = `${'0'.repeat(32)}.bin`;

export function createS3({ random = secureRandom, ...options }: S3Options & { random?: Random }): Storage {
  const opened = s3Opener(options);
  const targetOf = (key: string): Target => ({
    Bucket: options.bucket,
    Key: `${options.prefix ?? ''}${checkKey(key)}`,
  });

  const storage = {
    write: async (key, source, facts) => {
      const target = targetOf(key);
      await upload(await opened(), target, source, facts);
    },
    open: async (key, range) => {
      checkRange(range);
      return openObject(await opened(), targetOf(key), range);
    },
    stat: async (key) => statObject(await opened(), targetOf(key)),
    delete: async (key) => {
      const target = targetOf(key);
      const s3 = await opened();
      await withoutSecrets('delete', s3.deleteObject(target));
    },
    check: async () => {
      try {
        await roundTrip(storage, random);
      } catch (error) {
        throw new StartFault(s3Advice(options, error));
      }
    },
  } satisfies Storage;
  return {
    check: storage.check,
    write: (key, source, facts) => orUnavailable(storage.write(key, source, facts)),
    open: (key, range) => orUnavailable(storage.open(key, range)),
    stat: (key) => orUnavailable(storage.stat(key)),
    delete: (key) => orUnavailable(storage.delete(key)),
    presignPut: async (key, request) => presignPut(await opened(), targetOf(key), request),
    ping: async () => {
      await storage.stat(pingKey);
    },
  };
}

async function statObject(s3: S3, target: Target): Promise<FileStat | undefined> {
  try {
    const { ContentLength, ETag } = await withoutSecrets('look at a file', s3.headObject(target));
    if (ContentLength === undefined) throw new Error('S3 did not return the length of a file.');
    return { sizeBytes: ContentLength, ...(ETag === undefined ? {} : { version: ETag.replaceAll('"', '') }) };
  } catch (error) {
    if (isStatus(error, 404)) return undefined;
    throw error;
  }
}

async function openObject(s3: S3, target: Target, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined> {
  // A Range header cannot express an empty range.
  if (range !== undefined && range.start === range.end) return (await statObject(s3, target)) && noBytes();
  const bytes = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end - 1}` };
  try {
    const { Body } = await withoutSecrets('read', s3.getObject({ ...target, ...bytes }));
    if (!(Body instanceof Readable)) throw new Error('S3 returned no body.');
    return readable(Body);
  } catch (error) {
    if (faultCode(error) === 'NoSuchKey') return undefined;
    if (isStatus(error, 416)) return noBytes();
    throw error;
  }
}
