const headerBytes = 32;

export function videoDurationMs(source: Uint8Array): number | undefined {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  const at = bytes.indexOf('mvhd', 0, 'latin1') + 4;
  if (at < 4 || at + headerBytes > bytes.length) return undefined;
  const isLong = bytes.readUInt8(at) === 1;
  const timescale = bytes.readUInt32BE(at + (isLong ? 20 : 12));
  const duration = isLong ? Number(bytes.readBigUInt64BE(at + 24)) : bytes.readUInt32BE(at + 16);
  return timescale === 0 ? undefined : (duration / timescale) * 1000;
}
