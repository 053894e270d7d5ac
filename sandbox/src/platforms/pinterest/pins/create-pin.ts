import { ledger } from '../../../core/state/ledger.ts';
import { json } from '../../../core/wire/reply.ts';
import type { Tx } from '../../../core/state/store.ts';
import { apiRoute } from '../api-route.ts';
import { requireBoard } from '../boards.ts';
import { scopes } from '../limits.ts';
import type { Person } from '../persons.ts';
import { readPinBody } from './pin-body.ts';
import { takeMedia } from './pin-media.ts';
import { pinView } from './pin-view.ts';
import { pins, pinUrl, type Pin } from './pins.ts';

export const createPin = apiRoute({
  method: 'POST',
  path: '/pins',
  operation: 'createPin',
  scopes: [scopes.readBoards, scopes.writeBoards, scopes.readPins, scopes.writePins],
  query: {},
  handle: async (call, caller) => {
    const body = readPinBody(call);
    const boardRequest = { id: body.board_id, secret: scopes.writeSecretPins };
    requireBoard(call.store, caller, boardRequest);
    const shown = await takeMedia(call, caller.person, body.media_source);
    const id = call.random.digits(18);
    const pin = call.commit((tx) => {
      const board = requireBoard(tx, caller, boardRequest);
      const pin: Pin = {
        id,
        ownerId: caller.person.id,
        boardId: board.id,
        isSecret: board.privacy === 'SECRET',
        title: body.title ?? null,
        description: body.description ?? null,
        altText: body.alt_text ?? null,
        link: body.link ?? null,
        dominantColor: body.dominant_color ?? null,
        ...shown,
        createdAt: call.clock.now(),
        isDeleted: false,
      };
      pins.put(tx, id, pin);
      addToLedger(tx, caller.person, pin);
      return pin;
    });
    return json(201, pinView(pin, caller.person));
  },
});

export function addToLedger(tx: Tx, person: Person, pin: Pin): void {
  ledger.add(tx, {
    platform: 'pinterest',
    account: person.username,
    accountId: person.id,
    id: pin.id,
    url: pinUrl(pin),
    text: [pin.title ?? '', pin.description ?? ''].filter((text) => text !== '').join('\n\n'),
    media: pin.files,
    parentId: null,
    createdAt: new Date(pin.createdAt).toISOString(),
    deletedAt: null,
  });
}
