import * as mediabunny from 'mediabunny';
import sharp, { type Sharp } from 'sharp';
import type { ByteSource } from '../read/byte-source.ts';

type Watched = ByteSource & { bytesRead(): number; opened(): number };

export function watch(bytes: Uint8Array, sizeBytes = bytes.length): Watched {
  let bytesRead = 0;
  let opened = 0;
  return {
    sizeBytes,
    open: async (range) => {
      const { start, end } = range ?? { start: 0, end: sizeBytes };
      bytesRead += end - start;
      opened += 1;
      return pieces(bytes.subarray(start, end), end - start);
    },
    bytesRead: () => bytesRead,
    opened: () => opened,
  };
}

async function* pieces(bytes: Uint8Array, length: number): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 50_000) yield bytes.subarray(at, at + 50_000);
  for (let at = bytes.length; at < length; at += 50_000) yield new Uint8Array(Math.min(50_000, length - at));
}

/** Deterministic, and does not compress. */
export function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, length >>> 2);
  let state = 0x9e3779b9;
  for (let at = 0; at < words.length; at++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    words[at] = state;
  }
  return bytes;
}

export function picture(width: number, height: number, channels: 3 | 4 = 3): Sharp {
  return sharp(noise(width * height * channels), { raw: { width, height, channels } });
}

export function animation(side: number, frames: number): Sharp {
  const raw = { width: side, height: side * frames, channels: 3 as const, pageHeight: side };
  return sharp(noise(side * side * frames * 3), { raw });
}

export function uint(sizeBytes: number, value: number): Buffer {
  const bytes = Buffer.alloc(sizeBytes);
  bytes.writeUIntBE(value, 0, sizeBytes);
  return bytes;
}

export function box(type: string, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([uint(4, content.length + 8), Buffer.from(type, 'latin1'), content]);
}

export const ftyp = (brand = 'isom'): Buffer =>
  box('ftyp', Buffer.from(`${brand}\0\0\x02\0isomiso2avc1mp41`, 'latin1'));

type Container = 'Mp4' | 'Mov' | 'WebM' | 'Ogg' | 'Mp3' | 'Adts' | 'Wav';
type Wish = { picture?: boolean; sound?: boolean; rotation?: 0 | 90; fragmented?: boolean };

/** Undecodable packets in a valid container. */
export async function container(name: Container, wish: Wish): Promise<Buffer> {
  const format =
    name === 'Mp4' && wish.fragmented
      ? new mediabunny.Mp4OutputFormat({ fastStart: 'fragmented' })
      : new mediabunny[`${name}OutputFormat`]();
  const output = new mediabunny.Output({ format, target: new mediabunny.BufferTarget() });
  const webm = name === 'WebM';
  const video = new mediabunny.EncodedVideoPacketSource(webm ? 'vp8' : 'avc');
  const sounds = {
    Mp4: 'aac',
    Mov: 'aac',
    WebM: 'opus',
    Ogg: 'opus',
    Mp3: 'mp3',
    Adts: 'aac',
    Wav: 'pcm-s16',
  } as const;
  const audio = new mediabunny.EncodedAudioPacketSource(sounds[name]);
  if (wish.picture) output.addVideoTrack(video, { rotation: wish.rotation ?? 0 });
  if (wish.sound) output.addAudioTrack(audio);
  await output.start();
  const shape = { codedWidth: 320, codedHeight: 180 };
  const avc = { codec: 'avc1.42001f', ...shape, description: Buffer.from('0142001fffe00000', 'hex') };
  for (let at = 0; at < 4; at++) {
    const packet = new mediabunny.EncodedPacket(Buffer.from('000000026588', 'hex'), 'key', at / 2, 0.5);
    if (wish.picture) await video.add(packet, { decoderConfig: webm ? { codec: 'vp8', ...shape } : avc });
    if (wish.sound) await audio.add(...soundPacket(sounds[name], at / 2));
  }
  await output.finalize();
  return Buffer.from(output.target.buffer ?? new ArrayBuffer(0));
}

function soundPacket(
  codec: 'aac' | 'opus' | 'mp3' | 'pcm-s16',
  at: number,
): Parameters<mediabunny.EncodedAudioPacketSource['add']> {
  const rate = 48_000;
  const bytes = {
    aac: Buffer.alloc(200, 1),
    opus: Buffer.from([0xfc, 0xff, 0xfe]),
    mp3: Buffer.concat([Buffer.from('fffb9464', 'hex'), Buffer.alloc(380)]),
    'pcm-s16': Buffer.alloc(rate),
  }[codec];
  const codecName = { aac: 'mp4a.40.2', opus: 'opus', mp3: 'mp3', 'pcm-s16': 'pcm-s16' }[codec];
  const opusHead = Buffer.from('OpusHead\x01\x01\0\0\x80\xbb\0\0\0\0\0', 'latin1');
  const description = { aac: Buffer.from('1188', 'hex'), opus: opusHead, mp3: undefined, 'pcm-s16': undefined }[codec];
  const decoderConfig = {
    codec: codecName,
    sampleRate: rate,
    numberOfChannels: 1,
    ...(description && { description }),
  };
  return [new mediabunny.EncodedPacket(bytes, 'key', at, 0.5), { decoderConfig }];
}
