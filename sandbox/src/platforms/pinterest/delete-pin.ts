import { ledger } from '../../core/state/ledger.ts';
import { apiRoute, readId } from './api-route.ts';
import { errors, refuse } from './errors.ts';
import { scopes } from './limits.ts';
import { pins } from './pins.ts';

export const deletePin = apiRoute({
  method: 'DELETE',
  path: '/pins/{pin}',
  operation: 'deletePin',
  scopes: [scopes.readBoards, scopes.writeBoards, scopes.readPins, scopes.writePins],
  query: {},
  handle: (call, { person, scopes: granted }) => {
    const id = readId('pin_id', call.request.params['pin'] ?? '');
    call.commit((tx) => {
      const pin = pins.get(tx, id);
      if (pin === undefined || pin.isDeleted) refuse(errors.pinNotFound());
      const isOwn = pin.ownerId === person.id && (!pin.isSecret || granted.includes(scopes.writeSecretPins));
      if (!isOwn) refuse(errors.forbidden());
      const deletedAt = new Date(call.clock.now()).toISOString();
      pins.put(tx, id, { ...pin, isDeleted: true });
      ledger.markDeleted(tx, { platform: 'pinterest', accountId: person.id, id }, deletedAt);
    });
    return { status: 204, headers: {}, body: '' };
  },
});
