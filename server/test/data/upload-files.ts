import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hostileFiles } from '../../src/imaging/test/hostile-files.ts';
import { box, container, noise, picture } from '../../src/imaging/test/samples.ts';

type UploadFile = {
  name: string;
  path: string;
  announced: string;
  /** The served content type; null if the upload must be refused. */
  direct: string | null;
  put: string | null;
};

type Row = [name: string, make: () => Uint8Array | Promise<Uint8Array>, facts: Omit<UploadFile, 'name' | 'path'>];

const directBytesMax = 26_214_400;

export async function writeUploadFiles(folder: string): Promise<UploadFile[]> {
  const refused = hostileFiles.map(([name, make]): Row => [
    name,
    make,
    { announced: announcedFor(name), direct: null, put: null },
  ]);
  const files: UploadFile[] = [];
  for (const [index, [name, make, facts]] of [...refused, ...otherFiles].entries()) {
    const path = join(folder, `${index}`);
    await writeFile(path, await make());
    files.push({ name, path, ...facts });
  }
  return files;
}

function announcedFor(name: string): string {
  const types: Record<string, string> = {
    ...{ JPEG: 'image/jpeg', PNG: 'image/png', GIF: 'image/gif', WebP: 'image/webp', PDF: 'application/pdf' },
    ...{ MP4: 'video/mp4', QuickTime: 'video/quicktime', WebM: 'video/webm', Matroska: 'video/webm' },
  };
  return types[name.split(' ', 1)[0] ?? ''] ?? 'image/jpeg';
}

const same = (type: string): Row[2] => ({ announced: type, direct: type, put: type });
const misnamed = (announced: string, type: string): Row[2] => ({ announced, direct: type, put: null });
/** Audio is for messages, and cannot be declared for a PUT. */
const sound = (type: string): Row[2] => misnamed('video/mp4', type);

const jpeg = (): Promise<Buffer> => picture(60, 40).jpeg().toBuffer();
const png = (): Promise<Buffer> => picture(60, 40).png().toBuffer();
const gif = (): Promise<Buffer> => picture(60, 40).gif().toBuffer();
const webp = (): Promise<Buffer> => picture(60, 40).webp().toBuffer();
const mp4 = (): Promise<Buffer> => container('Mp4', { picture: true, sound: true });
const pdf = (): Buffer => Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\n%%EOF\n');
const html = Buffer.from('<html><script>alert(document.domain)</script></html>');
const zip = Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`, 'latin1');
const followedBy = async (file: Promise<Buffer>, ...more: Uint8Array[]): Promise<Buffer> =>
  Buffer.concat([await file, ...more]);
const sized = async (sizeBytes: number): Promise<Buffer> => {
  const start = await jpeg();
  return Buffer.concat([start, noise(sizeBytes - start.length)]);
};

const otherFiles: readonly Row[] = [
  ['a JPEG', jpeg, same('image/jpeg')],
  ['a JPEG, announced as image/jpg', jpeg, { announced: 'image/jpg', direct: 'image/jpeg', put: 'image/jpeg' }],
  ['a PNG', png, same('image/png')],
  ['a GIF', gif, same('image/gif')],
  ['a WebP', webp, same('image/webp')],
  ['an MP4', mp4, same('video/mp4')],
  ['a QuickTime video', () => container('Mov', { picture: true }), same('video/quicktime')],
  ['a WebM', () => container('WebM', { picture: true }), same('video/webm')],
  ['an MPEG', () => Buffer.concat([Buffer.from('000001ba44', 'hex'), noise(5000)]), same('video/mpeg')],
  [
    'an AVI',
    () => Buffer.concat([Buffer.from('RIFF\xff\xff\0\0AVI LIST', 'latin1'), noise(5000)]),
    { announced: 'video/avi', direct: 'video/x-msvideo', put: 'video/x-msvideo' },
  ],
  ['a PDF', pdf, same('application/pdf')],
  [
    'a QuickTime video, announced as MP4',
    () => container('Mov', { picture: true }),
    { announced: 'video/mp4', direct: 'video/quicktime', put: 'video/quicktime' },
  ],
  ['a PNG, announced as JPEG', png, misnamed('image/jpeg', 'image/png')],
  ['a PDF, announced as GIF', pdf, misnamed('image/gif', 'application/pdf')],
  ['an MP4, announced as WebM', mp4, misnamed('video/webm', 'video/mp4')],
  ['an MP3', () => container('Mp3', { sound: true }), sound('audio/mpeg')],
  ['a WAV', () => container('Wav', { sound: true }), sound('audio/wav')],
  ['an Ogg', () => container('Ogg', { sound: true }), sound('audio/ogg')],
  ['an AAC', () => container('Adts', { sound: true }), sound('audio/aac')],
  ['an M4A', () => container('Mp4', { sound: true }), sound('audio/mp4')],
  // Valid files with other content inside: harmless if served with their detected type.
  ['a JPEG before HTML', () => followedBy(jpeg(), html), same('image/jpeg')],
  ['a JPEG before a zip', () => followedBy(jpeg(), zip), same('image/jpeg')],
  ['a GIF before a script', () => followedBy(gif(), html), same('image/gif')],
  ['a PNG before a PDF', () => followedBy(png(), pdf()), same('image/png')],
  ['an MP4 with HTML in a box', () => followedBy(mp4(), box('free', html)), same('video/mp4')],
  ['a JPEG of 25 MiB less a byte', () => sized(directBytesMax - 1), same('image/jpeg')],
  ['a JPEG of 25 MiB', () => sized(directBytesMax), same('image/jpeg')],
  [
    'a JPEG of 25 MiB and a byte',
    () => sized(directBytesMax + 1),
    { announced: 'image/jpeg', direct: null, put: 'image/jpeg' },
  ],
];
