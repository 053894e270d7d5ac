import type { Call } from '../../../core/platform.ts';
import { apiRoute, type Caller } from '../api-route.ts';
import { scopes } from '../limits.ts';
import { pageQuery, pageReply } from '../paging.ts';
import { pinMetrics } from './pin-metrics.ts';
import { pinView } from './pin-view.ts';
import { pinsOf, type Pin } from './pins.ts';

const lagMs = 60_000;

export const listPins = apiRoute({
  method: 'GET',
  path: '/pins',
  operation: 'listPins',
  scopes: [scopes.readBoards, scopes.readPins],
  query: { ...pageQuery, pin_metrics: 'boolean', include_protected_pins: 'boolean' },
  handle: (call, caller, { page_size, bookmark, pin_metrics: hasMetrics = false }) =>
    pageReply(visible(call, caller), { page_size, bookmark }, (pin) =>
      pinView(pin, caller.person, hasMetrics ? pinMetrics(call, pin) : null),
    ),
});

/** Newest first; pins of secret boards need the secret scopes. */
function visible(call: Call, { person, scopes: granted }: Caller): Pin[] {
  const lag = call.takeFault('listLag');
  const until = lag === undefined ? Infinity : call.clock.now() - (lag.value ?? lagMs);
  const canReadSecrets = granted.includes(scopes.readSecretPins);
  return pinsOf(call.store, person.id)
    .filter(({ createdAt, isSecret }) => createdAt <= until && (!isSecret || canReadSecrets))
    .reverse()
    .sort((one, other) => other.createdAt - one.createdAt);
}
