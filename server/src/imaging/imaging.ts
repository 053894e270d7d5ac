import type { Clock } from '../kernel/time/clock.ts';
import type { ByteSource } from './read/byte-source.ts';
import { createFfmpeg, findFfmpeg } from './convert/ffmpeg.ts';
import { probe, type Probed } from './read/probe.ts';
import { renderImage, type ImageRule, type Rendition } from './convert/rendition.ts';
import { sweepScratchFolders, withScratchFolder } from './convert/scratch-folder.ts';
import { renderVideo, type RenderedVideo, type VideoRendition, type VideoRule } from './convert/video-rendition.ts';

export type { RenderedVideo };

export type Imaging = {
  probe(source: ByteSource): Promise<Probed>;
  conversions: Conversions;
  /** One at a time, because a large image takes hundreds of megabytes. */
  render(source: ByteSource, rule: ImageRule): Promise<Rendition>;
  /** One at a time; calls with the same key share a conversion. Throws when Herald is stopping. */
  renderVideo(request: VideoRequest): Promise<VideoRendition>;
  /** Deletes remains of interrupted conversions. */
  sweep(olderThanMs: number): Promise<number>;
};

type Conversions = {
  readonly image: boolean;
  readonly video: boolean;
  readonly videoNeeds: string;
};

type VideoRequest = {
  /** Identifies the file and rule. */
  key: string;
  source: ByteSource;
  rule: VideoRule;
  keep(video: RenderedVideo): Promise<void>;
};

type Options = {
  makesRenditions: boolean;
  ffmpeg: string;
  /** Created on first use. */
  scratchFolder: () => string;
  stopping: AbortSignal;
  clock: Clock;
  convertMsMax?: number;
};

/** Increase it when the same file and rule give other bytes than before. */
export const renderingVersion = 1;

export function createImaging(options: Options): Imaging {
  const { scratchFolder, stopping, clock, convertMsMax = 30 * 60_000 } = options;
  const ffmpeg = createFfmpeg({ program: options.ffmpeg, timeMsMax: convertMsMax, stopping });
  const images = createQueue();
  const videos = createQueue();
  const underWay = new Map<string, Promise<VideoRendition>>();
  return {
    probe,
    conversions: createConversions(options),
    render: (source, rule) => images(() => renderImage(source, rule)),
    renderVideo: ({ key, source, rule, keep }) => {
      const same = underWay.get(key);
      if (same !== undefined) return same;
      const rendered = videos(() =>
        withScratchFolder(scratchFolder(), (folder) => renderVideo({ ffmpeg, folder }, { source, rule }, keep)),
      );
      underWay.set(key, rendered);
      const forget = (): void => void underWay.delete(key);
      rendered.then(forget, forget);
      return rendered;
    },
    sweep: (olderThanMs) => sweepScratchFolders(scratchFolder(), clock.now().getTime() - olderThanMs),
  };
}

/** Looks for ffmpeg when the first video breaks a rule, not at every start. */
function createConversions({ makesRenditions, ffmpeg }: Options): Conversions {
  let isFound: boolean | undefined;
  return {
    image: makesRenditions,
    get video() {
      return makesRenditions && (isFound ??= findFfmpeg(ffmpeg));
    },
    videoNeeds: makesRenditions ? 'ffmpeg installed' : 'HERALD_RENDITIONS=on and ffmpeg installed',
  };
}

function createQueue(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}
