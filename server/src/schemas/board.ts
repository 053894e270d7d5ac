import { Type, type Static } from 'typebox';
import { Account } from './account.ts';
import { Count, List, Message, Text, Url } from './common.ts';

const BoardId = Text("The platform's ID of the board.", '549755885175');
const BoardName = Text('Name of the board.', 'Spring menu');

export const Board = Type.Object(
  {
    id: BoardId,
    name: BoardName,
    description: Text('What the board is about.', 'Drinks and cakes of the season'),
    privacy: Text('Who sees the board.', 'PUBLIC'),
    pinCount: Type.Optional(Count('How many pins the board has.', 24)),
  },
  { title: 'Board', description: 'A board of an account, into which posts are published.' },
);
export type Board = Static<typeof Board>;

export const BoardList = Type.Object({ boards: List('The boards of the account.', Board) });
export const OneBoard = Type.Object({ board: Board });

export const CreateBoard = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 180, description: 'Name of the board.' }),
    description: Type.Optional(Type.String({ maxLength: 500, description: 'What the board is about.' })),
    privacy: Type.Optional(
      Type.Enum(['PUBLIC', 'PROTECTED', 'SECRET'], { default: 'PUBLIC', description: 'Who sees the board.' }),
    ),
  },
  { title: 'CreateBoard', 'x-example': { name: 'Spring menu', description: 'Drinks and cakes of the season' } },
);
export type CreateBoard = Static<typeof CreateBoard>;

const boardName = Type.Optional(
  Type.String({ maxLength: 180, description: 'Ignored: Herald stores the name that the platform returns.' }),
);
const boardId = Type.String({ minLength: 1, maxLength: 100, description: "The platform's ID of the board." });

export const ChooseBoard = Type.Object(
  { defaultBoardId: boardId, defaultBoardName: boardName },
  { title: 'ChooseBoard', 'x-example': { defaultBoardId: '549755885175' } },
);
export type ChooseBoard = Static<typeof ChooseBoard>;

const state = Type.String({ maxLength: 512, description: 'The `state` of the connection.' });

export const SelectableBoardsQuery = Type.Object({ state });

export const SelectBoard = Type.Object(
  {
    state,
    boardId,
    boardName,
    redirectUrl: Type.Optional(
      Type.String({ maxLength: 2048, description: 'Returned with the outcome in its query.' }),
    ),
  },
  { title: 'SelectBoard', 'x-example': { state: 'b2c4e6f8a0d1', boardId: '549755885175' } },
);
export type SelectBoard = Static<typeof SelectBoard>;

export const BoardChosen = Type.Object({ message: Message, account: Account });
export const BoardSelected = Type.Object({
  message: Message,
  account: Account,
  redirectUrl: Type.Optional(
    Url('The `redirectUrl` of the request with the outcome in its query.', 'https://app.example.com/connected'),
  ),
});
export type BoardSelected = Static<typeof BoardSelected>;
