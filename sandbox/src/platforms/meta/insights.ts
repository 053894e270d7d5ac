import type { Call } from '../../core/platform.ts';
import { refuseParameter } from './errors.ts';

type Counts = Readonly<Record<string, number>>;
type Insights = {
  readonly id: string;
  readonly counts: Counts;
  /** Metrics of a day are sent as `total_value`. */
  readonly period?: 'lifetime' | 'day';
  /** In addition to refusing metrics that do not exist. */
  refusalOf?(metric: string): string | undefined;
};

export const insightsParameters = { metric: 'array!' } as const;

/** One invalid metric refuses the whole request. */
export function readInsights(call: Call, requested: readonly unknown[], insights: Insights): object {
  const { id, counts, period = 'lifetime', refusalOf = () => undefined } = insights;
  const names = requested.map(String);
  for (const [index, name] of names.entries()) {
    const refusal = refusalOf(name);
    if (refusal !== undefined) refuseParameter(call, refusal);
    if (!Object.hasOwn(counts, name)) {
      refuseParameter(call, `metric[${index}] must be one of the following values: ${Object.keys(counts).join(', ')}`);
    }
  }
  return {
    data: [...new Set(names)].map((name) => ({
      name,
      period,
      ...(period === 'day' ? { total_value: { value: counts[name] } } : { values: [{ value: counts[name] }] }),
      title: name.replaceAll('_', ' '),
      id: `${id}/insights/${name}/${period}`,
    })),
  };
}
