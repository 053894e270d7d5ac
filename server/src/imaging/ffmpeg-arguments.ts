import type { VideoRates } from './video-rates.ts';

type Input = { demuxer: string; input: string };
type Conversion = Input & {
  output: string;
  sizeBytesMax: number;
  timeMsMax: number;
  /** `copy`: the streams are what is wanted, only the container is not. */
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

/** Our own look at the first bytes decides how a file is read: guessing is how playlists and scripts get in. */
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
      // Pictures alone, or a programme of pictures and sound.
      return head[3] === 0xb3 ? 'mpegvideo' : 'mpeg';
    default:
      return undefined;
  }
}

/** Reads all packets and decodes none: tells what streams there are and how long they last, whatever the header claims. */
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
    // Outlives us only so long should we die; in seconds of all its threads.
    ...['-timelimit', String(Math.ceil(timeMsMax / 1000) * threads)],
    ...readingOf(conversion),
    ...['-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact'],
    ...(video === 'copy' ? ['-c:v', 'copy'] : pictureOf(rates)),
    ...(audio === 'copy' ? ['-c:a', 'copy'] : ['-c:a', 'aac', '-b:a', `${rates.audioKbps}k`, '-ac', '2']),
    // What is cut off here is larger than allowed, and so never taken for whole.
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

/** As good as needed and never above the rate: a calm picture stays small, a wild one still fits. Pixels become square. */
function pictureOf({ videoKbps, pixelsMax = decodedPixelsMax }: VideoRates): string[] {
  const side = (length: string): string => `'max(2,trunc(${length}*min(1,sqrt(${pixelsMax}/(iw*sar*ih)))/2)*2)'`;
  return [
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-profile:v', 'high', '-fpsmax', '60'],
    ...['-crf', '21', '-maxrate', `${videoKbps}k`, '-bufsize', `${videoKbps}k`, '-threads', String(threads)],
    ...['-flags:v', '+bitexact', '-vf', `scale=w=${side('iw*sar')}:h=${side('ih')},setsar=1`],
  ];
}
