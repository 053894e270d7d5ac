export type VideoRates = {
  videoKbps: number;
  audioKbps: number;
  /** Undefined keeps the size. */
  pixelsMax: number | undefined;
};

type RateInput = { durationMs: number; sizeBytesMax: number; share: number };

/** Below this rate, video is unusable at any size. */
export const videoKbpsMin = 150;
const videoKbpsMax = 20_000;
const indexKbps = 12;

/** The most pixels that look acceptable: a small sharp picture is better than a large blurred one. */
const steps = [
  { belowKbps: 400, pixelsMax: 640 * 360 },
  { belowKbps: 1000, pixelsMax: 854 * 480 },
  { belowKbps: 2200, pixelsMax: 1280 * 720 },
  { belowKbps: 6000, pixelsMax: 1920 * 1080 },
];

/** Undefined when too little is left for the picture. */
export function videoRates({ durationMs, sizeBytesMax, share }: RateInput): VideoRates | undefined {
  // Bits per millisecond equal kilobits per second.
  const totalKbps = (sizeBytesMax * 8 * share) / Math.max(1000, durationMs);
  const audioKbps = totalKbps < 1000 ? 64 : 128;
  const videoKbps = Math.floor(Math.min(videoKbpsMax, totalKbps - audioKbps - indexKbps));
  if (videoKbps < videoKbpsMin) return undefined;
  return { videoKbps, audioKbps, pixelsMax: steps.find(({ belowKbps }) => videoKbps < belowKbps)?.pixelsMax };
}
