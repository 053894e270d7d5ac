import { createHash } from 'node:crypto';
import { isRecord } from '../../core/wire/parameters.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const codecs = { raw: 0x55, record: 0x71 };

/** CID version 1, SHA-256, base 32. */
export const cidOfBytes = (bytes: Uint8Array): string => cidOf(codecs.raw, bytes);

export const cidOfRecord = (value: unknown): string => cidOf(codecs.record, encode(value));

function cidOf(codec: number, bytes: Uint8Array): string {
  const hash = createHash('sha256').update(bytes).digest();
  return `b${base32(Buffer.concat([Buffer.from([1, codec, 0x12, hash.length]), hash]))}`;
}

export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet.charAt(Number.parseInt(group.padEnd(5, '0'), 2))).join('');
}

/** DAG-CBOR. Records have no floats. */
function encode(value: unknown): Buffer {
  if (value === null) return Buffer.from([0xf6]);
  if (typeof value === 'boolean') return Buffer.from([value ? 0xf5 : 0xf4]);
  if (typeof value === 'number') return value < 0 ? head(1, -value - 1) : head(0, value);
  if (typeof value === 'string') return text(value);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(encode)]);
  if (!isRecord(value)) throw new Error('A record holds JSON values only');
  const link = value['$link'];
  return typeof link === 'string' ? encodeLink(link) : encodeMap(value);
}

function encodeMap(value: Readonly<Record<string, unknown>>): Buffer {
  const entries = Object.entries(value)
    .map(([key, inner]): [Buffer, unknown] => [text(key), inner])
    .sort(([one], [other]) => one.length - other.length || one.compare(other));
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, inner]) => [key, encode(inner)])]);
}

function encodeLink(link: string): Buffer {
  const bits = [...link.slice(1)].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return Buffer.concat([Buffer.from([0xd8, 42]), head(2, bytes.length + 1), Buffer.from([0, ...bytes])]);
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'utf8');
  return Buffer.concat([head(3, bytes.length), bytes]);
}

/** DAG-CBOR requires the shortest encoding. */
function head(major: number, count: number): Buffer {
  const type = major << 5;
  if (count < 24) return Buffer.from([type | count]);
  if (count < 0x100) return Buffer.from([type | 24, count]);
  const buffer = Buffer.alloc(count < 0x10000 ? 3 : count < 0x100000000 ? 5 : 9);
  buffer.writeUInt8(type | (buffer.length === 3 ? 25 : buffer.length === 5 ? 26 : 27));
  if (buffer.length === 3) buffer.writeUInt16BE(count, 1);
  else if (buffer.length === 5) buffer.writeUInt32BE(count, 1);
  else buffer.writeBigUInt64BE(BigInt(count), 1);
  return buffer;
}
