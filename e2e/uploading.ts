import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Herald } from './herald.ts';

/** Herald reads nothing after this header of an MPEG program stream. */
export const mpegStart = Buffer.from('000001ba44', 'hex');

export async function* video(sizeBytes: number, afterPiece?: (sentBytes: number) => Promise<void>) {
  const piece = Buffer.alloc(65_536, 'herald ');
  mpegStart.copy(piece);
  for (let sent = 0; sent < sizeBytes;) {
    const part = piece.subarray(0, Math.min(piece.length, sizeBytes - sent));
    yield part;
    sent += part.length;
    await afterPiece?.(sent);
  }
}

type Ticket = { uploadUrl: string; publicUrl: string };

export async function presign(herald: Herald, key: string, size: number): Promise<Ticket> {
  const body = { filename: 'video.mpg', contentType: 'video/mpeg', size };
  return (await (await herald.post('/v1/media/presign', key, body)).json()) as Ticket;
}

type Sending = { method: 'PUT' | 'POST'; headers: Record<string, string | number>; body: AsyncIterable<Uint8Array> };

/** Returns the status, which may arrive before everything is sent, or the error of the connection. */
export async function send(url: string, { method, headers, body }: Sending): Promise<number | string> {
  const outgoing = request(url, { method, headers, agent: false });
  const status = new Promise<number>((resolve) => {
    outgoing.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0)));
  });
  const broken = new Promise<string>((resolve) => {
    pipeline(Readable.from(body, { objectMode: false }), outgoing).catch((error: Error) => resolve(error.message));
  });
  const outcome = await Promise.race([status, broken]);
  outgoing.destroy();
  return outcome;
}

export function put(url: string, sizeBytes: number, body: AsyncIterable<Uint8Array>): Promise<number | string> {
  return send(url, { method: 'PUT', headers: { 'content-type': 'video/mpeg', 'content-length': sizeBytes }, body });
}

export function memoryMb(pid: number): number {
  return (Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * 4096) / 1024 / 1024;
}
