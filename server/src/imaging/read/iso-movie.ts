import { type ByteSource, readRange } from './byte-source.ts';
import { openWindow, type ByteWindow } from './byte-window.ts';

const boxesMax = 512;
const indexBytesMax = 30 * 1024 * 1024;
const indexBoxesMax = 10_000;
const leafBytesMax = 64 * 1024;

type Movie = { kind: 'movie'; index: Buffer; durationMs: number | undefined };
type NoMovie = { kind: 'refused'; reason: string };
type Box = { type: string; start: number; contentAt: number; end: number };

export async function findMovie(source: ByteSource, head: Uint8Array): Promise<Movie | NoMovie> {
  let position = 0;
  for (let count = 0; count < boxesMax; count++) {
    const here =
      position + 16 <= head.length ? head.subarray(position) : await readRange(source, position, position + 16);
    if (here.length < 8) return refused('The video has no index (moov): it is truncated or was never completed.');
    const box = readBox(Buffer.from(here.subarray(0, 16)), position, source.sizeBytes);
    if (box === undefined) return refused('The video is damaged: one of its boxes has an impossible size.');
    if (box.type === 'moof') return refused('The video is a fragment without its beginning.');
    if (box.end > source.sizeBytes) return refused(`The video is truncated in its ${printable(box.type)} box.`);
    if (box.type === 'moov') return readMovie(source, box);
    position = box.end;
  }
  return refused(`The video is damaged: its first ${boxesMax} boxes contain no index (moov).`);
}

async function readMovie(source: ByteSource, box: Box): Promise<Movie | NoMovie> {
  const size = box.end - box.start;
  if (size > indexBytesMax)
    return refused(`The index of the video has ${size} bytes, but at most ${indexBytesMax} are accepted.`);
  const window = openWindow(source);
  const budget = { boxes: indexBoxesMax };
  const index = await pruned(window, box, tracksOnly, budget);
  if (budget.boxes < 0) return refused(`The video is damaged: its index has more than ${indexBoxesMax} boxes.`);
  const times = await pruned(window, box, timesOnly, { boxes: indexBoxesMax });
  return { kind: 'movie', index, durationMs: durationOf(times.subarray(8)) };
}

type BoxTree = Readonly<Record<string, readonly string[]>>;

/** A few bytes in other boxes can make the library run for seconds, or forever. */
const tracksOnly: BoxTree = {
  moov: ['mvhd', 'trak'],
  trak: ['tkhd', 'mdia'],
  mdia: ['mdhd', 'hdlr', 'minf'],
  minf: ['stbl'],
  stbl: ['stsd'],
};
const timesOnly: BoxTree = { moov: ['mvhd', 'mvex'], mvex: ['mehd'] };

/** Skips the sample tables, which take megabytes in a long video. The budget becomes negative with too many boxes. */
async function pruned(window: ByteWindow, box: Box, boxTree: BoxTree, budget: { boxes: number }): Promise<Buffer> {
  const names = boxTree[box.type];
  const parts: Buffer[] = [];
  if (names === undefined && box.end - box.contentAt <= leafBytesMax) {
    parts.push(await window.read(box.contentAt, box.end));
  }
  let position = box.contentAt;
  while (names !== undefined && position + 8 <= box.end && --budget.boxes >= 0) {
    const header = await window.read(position, Math.min(position + 16, box.end));
    const child = header.length < 8 ? undefined : readBox(header, position, box.end);
    if (child === undefined || child.end > box.end) break;
    if (names.includes(child.type)) parts.push(await pruned(window, child, boxTree, budget));
    position = child.end;
  }
  return boxOf(box.type, Buffer.concat(parts));
}

function boxOf(type: string, body: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + body.length, 0);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, body]);
}

/** Not read by the library: it would expand sample tables, and a few hostile bytes can declare endless ones. */
function durationOf(times: Buffer): number | undefined {
  const movie = childOf(times, 'mvhd');
  if (movie === undefined) return undefined;
  const long = movie[0] === 1;
  const timescale = uint32(movie, long ? 20 : 12);
  const own = long ? uint64(movie, 24) : uint32(movie, 16);
  const fragments = childOf(childOf(times, 'mvex') ?? Buffer.alloc(0), 'mehd');
  const ofFragments = fragments && (fragments[0] === 1 ? uint64(fragments, 4) : uint32(fragments, 4));
  const unknown = (units: number | undefined): boolean => !units || units === 0xffffffff;
  const units = unknown(own) ? ofFragments : own;
  if (!timescale || units === undefined || unknown(units)) return undefined;
  const durationMs = Math.round((units / timescale) * 1000);
  return Number.isSafeInteger(durationMs) ? durationMs : undefined;
}

function childOf(content: Buffer, type: string): Buffer | undefined {
  for (let at = 0; at + 8 <= content.length; at += content.readUInt32BE(at)) {
    if (content.toString('latin1', at + 4, at + 8) === type)
      return content.subarray(at + 8, at + content.readUInt32BE(at));
  }
  return undefined;
}

/** Size 0: the rest of the file. Size 1: eight bytes of size follow. */
function readBox(header: Buffer, start: number, fileEnd: number): Box | undefined {
  const short = header.readUInt32BE(0);
  const type = header.toString('latin1', 4, 8);
  if (short === 0) return { type, start, contentAt: start + 8, end: fileEnd };
  const long = short === 1 ? uint64(header, 8) : short;
  const headerSize = short === 1 ? 16 : 8;
  if (long === undefined || long < headerSize) return undefined;
  return { type, start, contentAt: start + headerSize, end: start + long };
}

function uint32(bytes: Buffer, at: number): number | undefined {
  return at + 4 <= bytes.length ? bytes.readUInt32BE(at) : undefined;
}

function uint64(bytes: Buffer, at: number): number | undefined {
  return at + 8 <= bytes.length ? Number(bytes.readBigUInt64BE(at)) : undefined;
}

function printable(type: string): string {
  return type.replaceAll(/[^\x20-\x7e]/g, '?');
}

function refused(reason: string): NoMovie {
  return { kind: 'refused', reason };
}
