import type { Call } from '../../core/platform.ts';

const slowMs = 60_000;

export function slownessOf(call: Call): number {
  const fault = call.takeFault('processingSlow');
  return fault === undefined ? 0 : (fault.value ?? slowMs);
}
