type Sniffed = { kind: 'known'; contentType: string } | { kind: 'refused'; reason: string };

const accepted = new Map<string, string>([
  ['image/jpeg', 'image/jpeg'],
  ['image/png', 'image/png'],
  ['image/apng', 'image/png'],
  ['image/webp', 'image/webp'],
  ['image/gif', 'image/gif'],
  ['video/mp4', 'video/mp4'],
  ['video/mpeg', 'video/mpeg'],
  ['video/mp1s', 'video/mpeg'],
  ['video/mp2p', 'video/mpeg'],
  ['video/quicktime', 'video/quicktime'],
  ['video/vnd.avi', 'video/x-msvideo'],
  ['video/webm', 'video/webm'],
  ['video/x-m4v', 'video/x-m4v'],
  ['application/pdf', 'application/pdf'],
  ['audio/mpeg', 'audio/mpeg'],
  ['audio/mp4', 'audio/mp4'],
  ['audio/x-m4a', 'audio/mp4'],
  ['audio/aac', 'audio/aac'],
  ['audio/ogg', 'audio/ogg'],
  ['audio/wav', 'audio/wav'],
]);

/** Detects the type from content, never from the file name or the declared type. */
export async function sniff(head: Uint8Array): Promise<Sniffed> {
  if (beginsLikeText(head)) return { kind: 'refused', reason: 'The file is markup or a script, not media.' };
  const { fileTypeFromBuffer } = await import('file-type');
  // file-type throws on some truncated files.
  const fileType = await fileTypeFromBuffer(head).catch(() => undefined);
  if (fileType === undefined) return { kind: 'refused', reason: 'The type of the file is not known.' };
  const mime = (fileType.mime.split(';')[0] ?? '').toLowerCase();
  const contentType = accepted.get(mime);
  if (contentType !== undefined) return { kind: 'known', contentType };
  return { kind: 'refused', reason: `The file is ${mime}, which is not accepted.` };
}

/** Browsers skip this white space when they detect HTML; a byte order mark also means text. */
function beginsLikeText(head: Uint8Array): boolean {
  const start = Buffer.from(head.subarray(0, 1024)).toString('latin1');
  if (/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/.test(start)) return true;
  return /^[\0\t\n\f\r ]*(<|#!|\/\/|\/\*)/.test(start);
}
