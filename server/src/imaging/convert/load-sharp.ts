import type { Sharp, SharpOptions } from 'sharp';

export type OpenImage = (bytes: Uint8Array, options?: SharpOptions) => Sharp;

/** Loads native code only for the first image. One thread and no cache limit memory to what one image needs. */
export async function loadSharp(): Promise<OpenImage> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
