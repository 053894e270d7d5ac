import type { Call } from '../../core/network.ts';

const slowMs = 60_000;

/** How much longer than usual it takes to process media. */
export function slownessOf(call: Call): number {
  const fault = call.takeFault('processingSlow');
  return fault === undefined ? 0 : (fault.value ?? slowMs);
}
