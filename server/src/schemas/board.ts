import { Type, type Static } from 'typebox';
import { Account } from './account.ts';

export const Board = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    privacy: Type.String({ examples: ['PUBLIC'] }),
    pinCount: Type.Optional(Type.Integer()),
  },
  { title: 'Board' },
);
export type Board = Static<typeof Board>;

export const BoardList = Type.Object({ boards: Type.Array(Board) });
export const OneBoard = Type.Object({ board: Board });

export const CreateBoard = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 180 }),
  description: Type.Optional(Type.String({ maxLength: 500 })),
  privacy: Type.Optional(Type.Enum(['PUBLIC', 'PROTECTED', 'SECRET'], { default: 'PUBLIC' })),
});
export type CreateBoard = Static<typeof CreateBoard>;

const boardName = Type.Optional(
  Type.String({ maxLength: 180, description: 'Ignored: Herald stores the name that the platform returns.' }),
);

export const ChooseBoard = Type.Object({
  defaultBoardId: Type.String({ minLength: 1, maxLength: 100 }),
  defaultBoardName: boardName,
});
export type ChooseBoard = Static<typeof ChooseBoard>;

const state = Type.String({ maxLength: 512, description: 'The `state` of the connection.' });

export const SelectableBoardsQuery = Type.Object({ state });

export const SelectBoard = Type.Object({
  state,
  boardId: Type.String({ minLength: 1, maxLength: 100 }),
  boardName,
  redirectUrl: Type.Optional(Type.String({ maxLength: 2048, description: 'Returned with the outcome in its query.' })),
});
export type SelectBoard = Static<typeof SelectBoard>;

export const BoardChosen = Type.Object({ message: Type.String(), account: Account });
export const BoardSelected = Type.Object({
  message: Type.String(),
  account: Account,
  redirectUrl: Type.Optional(Type.String()),
});
export type BoardSelected = Static<typeof BoardSelected>;
