import type { ReadConfig } from '../../boot/config.ts';
import { openImaging } from '../../boot/open-imaging.ts';
import type { Finding } from './finding.ts';

/** Without ffmpeg, platforms refuse videos that Herald would have converted. */
export function checkVideo({ config }: ReadConfig): Finding {
  const { video, videoNeeds, image: isEnabled } = openImaging(config, new AbortController().signal).conversions;
  const check = 'video';
  if (video) return { level: 'ok', check, message: `${config.ffmpeg} converts videos that a platform would refuse` };
  const message = `videos are not converted for platforms: this requires ${videoNeeds} (HERALD_FFMPEG, with libx264 and aac)`;
  return { level: isEnabled ? 'warning' : 'ok', check, message };
}
