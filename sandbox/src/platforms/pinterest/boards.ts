import { collection, type Reader } from '../../core/state/store.ts';
import type { Caller } from './api-route.ts';
import { errors, refuse } from './errors.ts';
import { wireInstant } from './persons.ts';
import { pinsOf } from './pins/pins.ts';

export const privacies = ['PUBLIC', 'PROTECTED', 'SECRET'] as const;

export type Board = {
  readonly id: string;
  readonly ownerId: string;
  readonly name: string;
  readonly description: string;
  readonly privacy: (typeof privacies)[number];
  readonly createdAt: number;
};

export const boards = collection<Board>('pinterest/boards');

export const boardsOf = (reader: Reader, ownerId: string): Board[] =>
  boards.all(reader).filter((board) => board.ownerId === ownerId);

/** Secret boards need the secret scope. */
export function requireBoard(
  reader: Reader,
  { person, scopes }: Caller,
  request: { id: string; secret: string },
): Board {
  const board = boards.get(reader, request.id);
  if (board?.ownerId !== person.id) refuse(errors.boardNotFound());
  if (board.privacy === 'SECRET' && !scopes.includes(request.secret)) refuse(errors.forbidden());
  return board;
}

export function boardView(reader: Reader, board: Board, { person }: Caller): object {
  const { id, name, description, privacy, createdAt } = board;
  const instant = wireInstant(createdAt, person);
  return {
    id,
    name,
    description,
    privacy,
    created_at: instant,
    board_pins_modified_at: instant,
    owner: { username: person.username },
    media: { image_cover_url: null, pin_thumbnail_urls: [] },
    pin_count: pinsOf(reader, person.id).filter(({ boardId }) => boardId === id).length,
    follower_count: 0,
    collaborator_count: 0,
    is_ads_only: false,
  };
}
