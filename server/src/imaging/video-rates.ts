export type VideoRates = {
  videoKbps: number;
  audioKbps: number;
  /** Width times height; undefined: as it is. */
  pixelsMax: number | undefined;
};

type Wanted = { durationMs: number; sizeBytesMax: number; share: number };

/** Below it a moving picture is mush, whatever its size. */
export const videoKbpsMin = 150;
const videoKbpsMax = 20_000;
/** What MP4 itself takes for its index. */
const indexKbps = 12;

/** So many pixels look right from so many kbit/s on; a smaller clear picture is better than a large blurred one. */
const steps = [
  { belowKbps: 400, pixelsMax: 640 * 360 },
  { belowKbps: 1000, pixelsMax: 854 * 480 },
  { belowKbps: 2200, pixelsMax: 1280 * 720 },
  { belowKbps: 6000, pixelsMax: 1920 * 1080 },
];

/** The rates at which that length takes a share of that size; undefined where too little is left for the picture. */
export function videoRates({ durationMs, sizeBytesMax, share }: Wanted): VideoRates | undefined {
  // Bits in a millisecond are kilobits in a second.
  const totalKbps = (sizeBytesMax * 8 * share) / Math.max(1000, durationMs);
  const audioKbps = totalKbps < 1000 ? 64 : 128;
  const videoKbps = Math.floor(Math.min(videoKbpsMax, totalKbps - audioKbps - indexKbps));
  if (videoKbps < videoKbpsMin) return undefined;
  return { videoKbps, audioKbps, pixelsMax: steps.find(({ belowKbps }) => videoKbps < belowKbps)?.pixelsMax };
}
