export type Size = { width: number; height: number };
type SizeRule = {
  widthMax?: number | undefined;
  pixelsMax?: number | undefined;
  ratio?: { min: number; max: number } | undefined;
};

export function isRatioWithin(size: Size, ratio: SizeRule['ratio']): boolean {
  if (ratio === undefined) return true;
  const own = size.width / size.height;
  return own >= ratio.min && own <= ratio.max;
}

export function isSizeWithin(size: Size, rule: SizeRule): boolean {
  return size.width <= (rule.widthMax ?? Infinity) && size.width * size.height <= (rule.pixelsMax ?? Infinity);
}

export function fitSize(originalSize: Size, rule: SizeRule, scale: number): Size {
  const byWidth = (rule.widthMax ?? Infinity) / originalSize.width;
  const byPixels = Math.sqrt((rule.pixelsMax ?? Infinity) / (originalSize.width * originalSize.height));
  const factor = Math.min(1, scale, byWidth, byPixels);
  // A rounding error must not cost a pixel.
  const width = Math.max(1, Math.floor(originalSize.width * factor + 1e-6));
  const exact = (originalSize.height * width) / originalSize.width;
  // Rounding may move a ratio at the edge out of its range.
  const heights = [Math.round(exact), Math.ceil(exact), Math.floor(exact)].map((height) => Math.max(1, height));
  const fitting = heights.map((height) => ({ width, height })).filter((size) => isSizeWithin(size, rule));
  return (
    fitting.find((size) => isRatioWithin(size, rule.ratio)) ??
    fitting[0] ?? { width, height: Math.max(1, Math.floor(exact)) }
  );
}
