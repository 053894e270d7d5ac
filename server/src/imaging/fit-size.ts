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

/** The largest size of the same shape within the rule and no larger than `scale` of the whole. */
export function fitSize(whole: Size, rule: SizeRule, scale: number): Size {
  const byWidth = (rule.widthMax ?? Infinity) / whole.width;
  const byPixels = Math.sqrt((rule.pixelsMax ?? Infinity) / (whole.width * whole.height));
  const factor = Math.min(1, scale, byWidth, byPixels);
  // A factor that is a hair off must not cost a whole pixel.
  const width = Math.max(1, Math.floor(whole.width * factor + 1e-6));
  const exact = (whole.height * width) / whole.width;
  // Rounding alone may push a shape at the edge of the range over it.
  const heights = [Math.round(exact), Math.ceil(exact), Math.floor(exact)].map((height) => Math.max(1, height));
  const fitting = heights.map((height) => ({ width, height })).filter((size) => isSizeWithin(size, rule));
  return (
    fitting.find((size) => isRatioWithin(size, rule.ratio)) ??
    fitting[0] ?? { width, height: Math.max(1, Math.floor(exact)) }
  );
}
