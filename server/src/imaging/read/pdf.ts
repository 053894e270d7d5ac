import { type ByteSource, readRange } from './byte-source.ts';

const tailBytes = 4096;

export async function findPdfFault(source: ByteSource, head: Uint8Array): Promise<string | undefined> {
  const start = Buffer.from(head.subarray(0, 1024)).toString('latin1');
  if (!/^%PDF-\d\.\d/.test(start)) return 'The file begins like a PDF but has no PDF version.';
  if (/<(!doctype|html|script|svg|body|iframe|\?php)/i.test(start)) return 'The file is both a PDF and markup.';
  const tail = Buffer.from(await readRange(source, Math.max(0, source.sizeBytes - tailBytes), source.sizeBytes));
  const end = tail.lastIndexOf('%%EOF');
  if (end === -1) return 'The PDF is truncated: its end is missing.';
  if (tail.includes('PK\x05\x06', end, 'latin1')) return 'The file is both a PDF and a zip archive.';
  return undefined;
}
