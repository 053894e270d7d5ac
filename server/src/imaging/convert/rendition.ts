import { amount } from './amount.ts';
import { type ByteSource, readRange } from '../read/byte-source.ts';
import { encodeWithin, type Format, type Picture } from './encode.ts';
import { fitSize, isRatioWithin, isSizeWithin, type Size } from './fit-size.ts';
import { readImageHeader } from '../read/image-header.ts';
import { loadSharp } from './load-sharp.ts';
import { sniff } from '../read/sniff.ts';

export type ImageRule = {
  contentTypes: readonly string[];
  sizeBytesMax: number;
  widthMax?: number;
  pixelsMax?: number;
  /** Resizing must not move an image out of this range. Images outside are not cropped; the platform decides. */
  ratio?: { min: number; max: number } | undefined;
};
export type Rendition =
  | { kind: 'asIs' }
  | { kind: 'rendered'; bytes: Buffer; contentType: string; width: number; height: number; changes: string[] }
  | { kind: 'impossible'; rule: 'mediaType' | 'mediaSize'; reason: string };

type Original = { contentType: string; size: Size; sizeBytes: number; hasAlpha: boolean; frames: number };
type Impossible = Extract<Rendition, { kind: 'impossible' }>;
type Encoded = { format: Format; size: Size; bytes: Buffer };

const headBytes = 64 * 1024;
const sourceBytesMax = 64 * 1024 * 1024;
const shortestSide = 16;
const roundsMax = 16;

/** Never changes the aspect ratio, and is deterministic. */
export async function renderImage(source: ByteSource, imageRule: ImageRule): Promise<Rendition> {
  const head = await readRange(source, 0, headBytes);
  const sniffed = await sniff(head);
  if (sniffed.kind === 'refused') return impossible('mediaType', sniffed.reason);
  const { contentType } = sniffed;
  if (!contentType.startsWith('image/')) return impossible('mediaType', `The file is ${contentType}, not an image.`);
  const header = await readImageHeader(source, contentType, head);
  if (header.kind === 'refused') return impossible('mediaType', header.reason);
  const size = { width: header.width, height: header.height };
  const rule = isRatioWithin(size, imageRule.ratio) ? imageRule : { ...imageRule, ratio: undefined };
  const isTaken = rule.contentTypes.includes(contentType);
  if (isTaken && source.sizeBytes <= rule.sizeBytesMax && isSizeWithin(size, rule)) return { kind: 'asIs' };
  const fitted = fitSize(size, rule, 1);
  const expected = (source.sizeBytes * fitted.width * fitted.height) / (size.width * size.height);
  const formats = formatsFor(contentType, rule, expected);
  if (formats.length === 0) {
    const takes = `Only ${rule.contentTypes.join(', ')} is accepted, which Herald cannot create.`;
    return impossible(isTaken ? 'mediaSize' : 'mediaType', takes);
  }
  if (source.sizeBytes > sourceBytesMax) {
    return impossible('mediaSize', `The image has ${amount(source.sizeBytes)}, but at most 67 MB can be converted.`);
  }
  return render(source, rule, formats, { contentType, size });
}

async function render(
  source: ByteSource,
  rule: ImageRule,
  formats: Format[],
  { contentType, size }: { contentType: string; size: Size },
): Promise<Rendition> {
  const open = await loadSharp();
  const bytes = await readRange(source, 0, source.sizeBytes);
  try {
    const { hasAlpha, pages } = await open(bytes, { limitInputPixels: false }).metadata();
    const original = { contentType, size, sizeBytes: source.sizeBytes, hasAlpha, frames: pages ?? 1 };
    const encoded = await shrinkUntilItFits({ open, bytes, flatten: hasAlpha }, size, formats, rule);
    if (encoded === undefined) {
      return impossible('mediaSize', `The image cannot be compressed to ${amount(rule.sizeBytesMax)}.`);
    }
    const changes = describeChanges(original, encoded, rule);
    const type = `image/${encoded.format}`;
    return { kind: 'rendered', bytes: encoded.bytes, contentType: type, ...encoded.size, changes };
  } catch {
    return impossible('mediaType', 'The image is damaged: its header can be read but its pixels cannot.');
  }
}

async function shrinkUntilItFits(
  picture: Picture,
  originalSize: Size,
  formats: readonly Format[],
  rule: ImageRule,
): Promise<Encoded | undefined> {
  let scale = 1;
  let tried = formats;
  for (let round = 0; round < roundsMax; round++) {
    const size = fitSize(originalSize, rule, scale);
    if (
      round > 0 &&
      Math.min(size.width, size.height) < Math.min(shortestSide, originalSize.width, originalSize.height)
    )
      break;
    if (!isRatioWithin(size, rule.ratio)) break;
    let smallest = Infinity;
    for (const format of tried) {
      const result = await encodeWithin(picture, format, size, rule.sizeBytesMax);
      if (result.fits) return { format, size, bytes: result.bytes };
      smallest = Math.min(smallest, result.sizeBytes);
    }
    // Bytes are roughly proportional to pixels; the bounds keep rounds few and effective.
    const step = Math.sqrt(rule.sizeBytesMax / smallest) * 0.97;
    scale = (size.width / originalSize.width) * Math.min(0.9, Math.max(0.3, step));
    const lossy = formats.filter((format) => format !== 'png');
    tried = lossy.length > 0 ? lossy : formats;
  }
  return undefined;
}

/** The original format keeps everything; every platform accepts JPEG. */
function formatsFor(contentType: string, rule: ImageRule, expectedBytes: number): Format[] {
  const all: Format[] = ['jpeg', 'webp', 'png'];
  const accepted = all.filter((format) => rule.contentTypes.includes(`image/${format}`));
  const own = accepted.find((format) => contentType === `image/${format}`);
  const other = accepted.find((format) => format !== own);
  // Compressing a PNG again takes seconds and hardly makes it smaller.
  const isVain = own === 'png' && other !== undefined && expectedBytes > 2 * rule.sizeBytesMax;
  return [isVain ? undefined : own, other].filter((format) => format !== undefined);
}

function describeChanges(original: Original, encoded: Encoded, rule: ImageRule): string[] {
  const changes: string[] = [];
  const from = nameOf(original.contentType);
  const to = nameOf(`image/${encoded.format}`);
  if (from !== to) changes.push(`${from} converted to ${to}`);
  if (original.frames > 1) changes.push('only the first frame of the animation kept');
  if (original.hasAlpha && to === 'JPEG') changes.push('transparency filled with white');
  const [before, after] = [original.size, encoded.size];
  if (before.width !== after.width || before.height !== after.height) {
    changes.push(`shrunk from ${before.width}×${before.height} to ${after.width}×${after.height}`);
  }
  if (original.sizeBytes > rule.sizeBytesMax) changes.push(`compressed to ${amount(encoded.bytes.length)}`);
  return changes;
}

function nameOf(contentType: string): string {
  return contentType === 'image/webp' ? 'WebP' : contentType.slice('image/'.length).toUpperCase();
}

function impossible(rule: 'mediaType' | 'mediaSize', reason: string): Impossible {
  return { kind: 'impossible', rule, reason };
}
