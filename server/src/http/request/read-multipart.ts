import { pipeline, type Readable } from 'node:stream';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { AppError } from '../../kernel/errors.ts';

type FormFile = {
  filename: string;
  /** Ends with the form: a second file or a truncated form is an error. */
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
/** Limits the form around the file, whose size is limited where it is stored. */
const aroundBytesMax = 2 * 1024 * 1024;

/** Resolves before the file's content has arrived. */
export async function readMultipart(contentType: string | undefined, body: Readable): Promise<FormFile> {
  const form = openForm(contentType);
  const { promise, resolve, reject } = Promise.withResolvers<FormFile>();
  const seen = { files: 0, fileBytes: 0 };
  for (const event of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const) {
    form.on(event, () => form.destroy(fault('The form has too many parts')));
  }
  form.on('file', (name, stream, filename: string | undefined) => {
    seen.files += 1;
    // Without a listener, an error in a stream that nobody reads would end the process.
    stream.on('error', () => undefined);
    if (name !== 'file' || seen.files > 1) {
      if (seen.files > 1) form.destroy(fault('Send one file at a time'));
      stream.resume();
      return;
    }
    // busboy leaves a file open forever when its form breaks.
    ended.catch((error: Error) => stream.destroy(error));
    resolve({ filename: filename ?? '', source: completeFile(stream, ended, (bytes) => (seen.fileBytes += bytes)) });
  });
  const ended = flow([body, form], (bytes) => bytes - seen.fileBytes <= aroundBytesMax);
  ended.then(() => reject(fault('Send the file as the form field "file"')), reject);
  return promise;
}

function flow([body, form]: [Readable, BusboyInstance], isAllowed: (bytes: number) => boolean): Promise<void> {
  async function* counted(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let total = 0;
    for await (const chunk of chunks) {
      total += chunk.length;
      yield chunk;
      if (!isAllowed(total)) throw fault('The form is too large');
    }
  }
  return new Promise((resolve, reject) => {
    pipeline(body, counted, form, (error) => (error ? reject(faultOf(error)) : resolve()));
  });
}

async function* completeFile(
  stream: AsyncIterable<Uint8Array>,
  ended: Promise<void>,
  count: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream) {
      count(chunk.length);
      yield chunk;
    }
    await ended;
  } catch (error) {
    throw faultOf(error);
  }
}

function openForm(contentType = ''): BusboyInstance {
  const isForm = /^multipart\/form-data\s*;/i.test(contentType);
  try {
    if (isForm) return new Busboy({ headers: { 'content-type': contentType }, limits });
  } catch {
    // Falls through to the error below.
  }
  throw fault('Send the file as multipart/form-data with a boundary');
}

/** To the client, all busboy errors mean the same. */
function faultOf(error: unknown): AppError {
  return error instanceof AppError ? error : fault('The form is malformed or incomplete');
}

function fault(message: string): AppError {
  return new AppError('validation', message, { param: 'file' });
}
