import type { VideoRates } from './video-rates.ts';

type Input = { demuxer: string; input: string };
type Conversion = Input & {
  output: string;
  sizeBytesMax: number;
  timeMsMax: number;
  /** `copy`: only the container changes. */
  video: 'copy' | 'encode';
  audio: 'copy' | 'encode';
  rates: VideoRates;
};

const threads = 4;
const decodedPixelsMax = 8192 * 4320;
const decoders = [
  ...['h264', 'hevc', 'vp8', 'vp9', 'av1', 'libdav1d', 'libaom-av1', 'mpeg1video', 'mpeg2video', 'mpeg4', 'h263'],
  ...['msmpeg4v1', 'msmpeg4v2', 'msmpeg4', 'mjpeg', 'prores', 'dnxhd', 'dvvideo', 'rawvideo', 'wmv1', 'wmv2'],
  ...['aac', 'mp3', 'mp3float', 'mp2', 'mp2float', 'ac3', 'eac3', 'opus', 'libopus', 'vorbis', 'flac', 'alac'],
  ...['pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'pcm_s32le', 'pcm_f32le', 'pcm_u8', 'pcm_alaw', 'pcm_mulaw'],
];

/** ffmpeg's own detection would accept playlists and scripts. */
export function demuxerOf(contentType: string, head: Uint8Array): string | undefined {
  switch (contentType) {
    case 'video/mp4':
    case 'video/quicktime':
    case 'video/x-m4v':
      return 'mov';
    case 'video/webm':
      return 'matroska';
    case 'video/x-msvideo':
      return 'avi';
    case 'video/mpeg':
      // 0xb3: a video stream without a container.
      return head[3] === 0xb3 ? 'mpegvideo' : 'mpeg';
    default:
      return undefined;
  }
}

/** Reads all packets, because headers may be wrong about streams and duration. */
export function measureArguments(input: Input): string[] {
  return [
    ...['-hide_banner', '-nostdin', '-nostats', '-loglevel', 'info'],
    ...readingOf(input),
    ...['-c', 'copy', '-progress', 'pipe:1', '-f', 'null', '-'],
  ];
}

export function convertArguments(conversion: Conversion): string[] {
  const { output, sizeBytesMax, timeMsMax, video, audio, rates } = conversion;
  return [
    ...['-hide_banner', '-nostdin', '-nostats', '-loglevel', 'error', '-y'],
    // Ends ffmpeg if Herald dies, in CPU seconds of all threads.
    ...['-timelimit', String(Math.ceil(timeMsMax / 1000) * threads)],
    ...readingOf(conversion),
    ...['-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact'],
    ...(video === 'copy' ? ['-c:v', 'copy'] : pictureOf(rates)),
    ...(audio === 'copy' ? ['-c:a', 'copy'] : ['-c:a', 'aac', '-b:a', `${rates.audioKbps}k`, '-ac', '2']),
    // One byte above the limit, so that a truncated file counts as too large.
    ...['-fs', String(sizeBytesMax + 1)],
    ...['-movflags', '+faststart', '-f', 'mp4', `file:${output}`],
  ];
}

function readingOf({ demuxer, input }: Input): string[] {
  return [
    ...['-max_alloc', '536870912', '-protocol_whitelist', 'file', '-format_whitelist', demuxer],
    ...['-codec_whitelist', decoders.join(','), '-max_pixels', String(decodedPixelsMax), '-threads', String(threads)],
    ...['-f', demuxer, '-i', `file:${input}`, '-map', '0:v:0', '-map', '0:a:0?', '-sn', '-dn'],
  ];
}

/** Constant quality with a maximum rate: simple videos stay small, complex ones still fit. */
function pictureOf({ videoKbps, pixelsMax = decodedPixelsMax }: VideoRates): string[] {
  const side = (length: string): string => `'max(2,trunc(${length}*min(1,sqrt(${pixelsMax}/(iw*sar*ih)))/2)*2)'`;
  return [
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-profile:v', 'high', '-fpsmax', '60'],
    ...['-crf', '21', '-maxrate', `${videoKbps}k`, '-bufsize', `${videoKbps}k`, '-threads', String(threads)],
    ...['-flags:v', '+bitexact', '-vf', `scale=w=${side('iw*sar')}:h=${side('ih')},setsar=1`],
  ];
}
