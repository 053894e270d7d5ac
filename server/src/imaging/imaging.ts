import type { Clock } from '../kernel/time/clock.ts';
import type { ByteSource } from './byte-source.ts';
import { createFfmpeg, findFfmpeg } from './ffmpeg.ts';
import { probe, type Probed } from './probe.ts';
import { renderImage, type ImageRule, type Rendition } from './rendition.ts';
import { sweepScratchFolders, withScratchFolder } from './scratch-folder.ts';
import { renderVideo, type MadeVideo, type VideoRendition, type VideoRule } from './video-rendition.ts';

export type { MadeVideo };

/** What Herald can tell about a file, and make of it. */
export type Imaging = {
  probe(source: ByteSource): Promise<Probed>;
  conversions: Conversions;
  /** One at a time: a large picture takes hundreds of megabytes while it is open. */
  render(source: ByteSource, rule: ImageRule): Promise<Rendition>;
  /** One at a time; who wants the same as one under way shares it. Throws when Herald is stopping. */
  renderVideo(wanted: WantedVideo): Promise<VideoRendition>;
  /** Removes what conversions that were broken off have left, once it is so old that nobody still works on it. */
  sweep(olderThanMs: number): Promise<number>;
};

/** What a file of this type that breaks a network's rule can be made to fit. */
type Conversions = {
  readonly image: boolean;
  readonly video: boolean;
  /** What the operator would have to do for it. */
  readonly videoNeeds: string;
};

type WantedVideo = {
  /** The same for the same file and rule. */
  key: string;
  source: ByteSource;
  rule: VideoRule;
  /** Takes the file, which is gone afterwards. */
  keep(made: MadeVideo): Promise<void>;
};

type Options = {
  makesRenditions: boolean;
  /** A name or a path. */
  ffmpeg: string;
  /** Where videos lie while they are converted; made when first needed. */
  scratchFolder: () => string;
  /** Breaks off what is under way. */
  stopping: AbortSignal;
  clock: Clock;
  convertMsMax?: number;
};

/** A way of rendering changes the bytes it gives for the same rule: raise this when it does. */
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

/** Looked for when a video first breaks a rule, not by every command that starts. */
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
