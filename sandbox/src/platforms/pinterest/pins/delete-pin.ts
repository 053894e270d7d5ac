import { ledger } from '../../../core/state/ledger.ts';
import { apiRoute, readId } from '../api-route.ts';
import { scopes } from '../limits.ts';
import { pins, requirePin } from './pins.ts';

export const deletePin = apiRoute({
  method: 'DELETE',
  path: '/pins/{pin}',
  operation: 'deletePin',
  scopes: [scopes.readBoards, scopes.writeBoards, scopes.readPins, scopes.writePins],
  query: {},
  handle: (call, caller) => {
    const id = readId('pin_id', call.request.params['pin'] ?? '');
    call.commit((tx) => {
      const pin = requirePin(tx, caller, { id, secret: scopes.writeSecretPins });
      const deletedAt = new Date(call.clock.now()).toISOString();
      pins.put(tx, id, { ...pin, isDeleted: true });
      ledger.markDeleted(tx, { platform: 'pinterest', accountId: caller.person.id, id }, deletedAt);
    });
    return { status: 204, headers: {}, body: '' };
  },
});
