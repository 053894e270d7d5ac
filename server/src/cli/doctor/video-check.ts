import type { ReadConfig } from '../../boot/config.ts';
import { openImaging } from '../../boot/open-imaging.ts';
import type { Finding } from './finding.ts';

/** Always `ok`, because Herald works without ffmpeg. */
export function checkVideo({ config }: ReadConfig): Finding {
  const { video, videoNeeds } = openImaging(config, new AbortController().signal).conversions;
  const message = video
    ? `${config.ffmpeg} converts videos that a platform would refuse`
    : `videos are not converted for platforms: this requires ${videoNeeds} (HERALD_FFMPEG, with libx264 and aac)`;
  return { level: 'ok', check: 'video', message };
}
