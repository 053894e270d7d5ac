import { cases } from './index.ts';
import type { PlatformCase } from './platform-case.ts';

/** Those that `HERALD_CONFORMANCE` names, with commas between them; all without. */
export function chosenCases(): readonly PlatformCase[] {
  const chosen = process.env['HERALD_CONFORMANCE']?.split(',');
  return cases.filter(({ adapter }) => chosen?.includes(adapter.name) ?? true);
}
