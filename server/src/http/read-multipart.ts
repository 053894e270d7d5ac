import { pipeline } from 'node:stream';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { AppError } from '../kernel/errors.ts';

type FormFile = {
  filename: string;
  /** Ends only when the whole form has: a second file, or a form cut short, is a fault of the first. */
  source: AsyncIterable<Uint8Array>;
};

const limits = {
  files: 2,
  fields: 10,
  fieldSize: 1000,
  fieldNameSize: 100,
  parts: 12,
  headerPairs: 20,
  headerSize: 4096,
};

/** The one file of a form, under the name `file`, before its bytes have arrived. */
export function readMultipart(contentType: string | undefined, body: Readable): Promise<FormFile> {
  return new Promise((resolve, reject) => {
    const form = openForm(contentType);
    let fileCount = 0;
    const ended = new Promise<void>((done, fail) => {
      pipeline(body, form, (error) => (error ? fail(broken()) : done()));
    });
    ended.then(
      () => reject(fault('Send the file as the form field "file"')),
      (error: Error) => reject(error),
    );
    form.on('file', (name, stream, filename) => {
      fileCount += 1;
      const isFirst = fileCount === 1 && name === 'file';
      if (!isFirst) {
        stream.resume();
        return;
      }
      // It may break before anybody has begun to read it.
      stream.on('error', () => undefined);
      resolve({ filename, source: wholeFile(stream, ended, () => fileCount) });
    });
  });
}

async function* wholeFile(
  stream: AsyncIterable<Uint8Array>,
  ended: Promise<void>,
  fileCount: () => number,
): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
    await ended;
  } catch {
    throw broken();
  }
  if (fileCount() > 1) throw fault('Send one file at a time');
}

function openForm(contentType: string | undefined): BusboyInstance {
  try {
    return new Busboy({ headers: { 'content-type': contentType ?? '' }, limits });
  } catch {
    throw fault('Send the file as multipart/form-data with a boundary');
  }
}

function broken(): AppError {
  return fault('The form is broken or was cut short');
}

function fault(message: string): AppError {
  return new AppError('validation', message, { param: 'file' });
}
