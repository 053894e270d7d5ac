import { FactsError, type AccountTools, type NativePost } from '../../core/platform.ts';
import { boards, boardsOf, type Board } from './boards.ts';
import { addToLedger } from './pins/create-pin.ts';
import { limits } from './limits.ts';
import { persons, type Person } from './persons.ts';
import { pins, pinUrl, type Pin } from './pins/pins.ts';

export function addPost(tools: AccountTools, native: NativePost): { id: string; url: string } {
  const { tx, random } = tools;
  const { account, text, media, createdAt } = native;
  const person = persons.get(tx, account) ?? persons.named(tx, account);
  if (person === undefined) throw new FactsError(`pinterest has no account ${account}`);
  if (media.length === 0) throw new FactsError('pinterest posts need mediaUrls');
  const files = media.map(({ file }) => file);
  const countMax = files.some(({ type }) => type === 'video') ? 1 : limits.imagesMax;
  if (files.length > countMax) throw new FactsError(`pinterest posts have one video or ${limits.imagesMax} images`);
  const pin: Pin = {
    id: random.digits(18),
    ownerId: person.id,
    boardId: visibleBoard(tools, person, createdAt).id,
    isSecret: false,
    title: null,
    description: text === '' ? null : text,
    altText: null,
    link: null,
    dominantColor: null,
    files,
    coverUrl: null,
    createdAt,
    isDeleted: false,
  };
  pins.put(tx, pin.id, pin);
  addToLedger(tx, person, pin);
  return { id: pin.id, url: pinUrl(pin) };
}

function visibleBoard({ tx, random }: AccountTools, { id: ownerId }: Person, createdAt: number): Board {
  const board = boardsOf(tx, ownerId).find(({ privacy }) => privacy !== 'SECRET');
  if (board !== undefined) return board;
  const id = random.digits(18);
  const created: Board = { id, ownerId, name: 'Quick Saves', description: '', privacy: 'PUBLIC', createdAt };
  boards.put(tx, id, created);
  return created;
}
