import { json } from '../../../core/wire/reply.ts';
import { apiRoute, readId } from '../api-route.ts';
import { scopes } from '../limits.ts';
import { pinMetrics } from './pin-metrics.ts';
import { pinView } from './pin-view.ts';
import { requirePin } from './pins.ts';

export const getPin = apiRoute({
  method: 'GET',
  path: '/pins/{pin}',
  operation: 'getPin',
  scopes: [scopes.readBoards, scopes.readPins],
  query: { pin_metrics: 'boolean' },
  handle: (call, caller, { pin_metrics: hasMetrics = false }) => {
    const id = readId('pin_id', call.request.params['pin'] ?? '');
    const pin = requirePin(call.store, caller, { id, secret: scopes.readSecretPins });
    return json(200, pinView(pin, caller.person, hasMetrics ? pinMetrics(call, pin) : null));
  },
});
