import { cases } from './index.ts';
import type { PlatformCase } from './platform-case.ts';

/** Comma-separated platforms in `HERALD_CONFORMANCE`; default: all. */
export function chosenCases(): readonly PlatformCase[] {
  const chosen = process.env['HERALD_CONFORMANCE']?.split(',');
  return cases.filter(({ adapter }) => chosen?.includes(adapter.name) ?? true);
}
