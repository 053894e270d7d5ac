import { Type, type TSchema, type TString, type TStringOptions } from 'typebox';

export function Text(description: string, example: string, options: TStringOptions = {}): TString {
  return Type.String({ ...options, description, examples: [example] });
}

export function Timestamp(description: string, example = '2026-03-02T09:00:00.000Z'): TString {
  return Text(description, example, { format: 'date-time' });
}

export const createdAt = Timestamp('When it was created.', '2026-02-27T14:05:10.000Z');
export const updatedAt = Timestamp('When it was last changed.', '2026-02-27T14:05:10.000Z');

export function Url(description: string, example = 'https://example.com/spring-menu'): TString {
  return Text(description, example);
}

export const Timezone = Text('IANA name of a time zone.', 'Europe/Berlin');

export const Message = Text('A summary of the outcome for humans.', 'Done');

export const MessageOnly = Type.Object({ message: Message });

/** Repeats the description, which stays visible next to the choice. */
export function Nullable<Schema extends TSchema>(schema: Schema) {
  const { description } = schema as { description?: string };
  return Type.Union([schema, Type.Null()], description === undefined ? {} : { description });
}

export function List<Schema extends TSchema>(description: string, schema: Schema) {
  return Type.Array(schema, { description });
}

export function Flag(description: string, example = true) {
  return Type.Boolean({ description, examples: [example] });
}

export function Count(description: string, example = 0) {
  return Type.Integer({ minimum: 0, description, examples: [example] });
}

/** Trims before the length is checked. */
export function TrimmedText(minLength: number, maxLength: number, options: TStringOptions = {}): TString {
  return Type.String({ minLength, maxLength, 'x-trim': true, ...options });
}

const nouns = {
  acc_: 'account',
  atl_: 'log entry',
  aut_: 'automation',
  chn_: 'channel',
  ctc_: 'contact',
  evt_: 'event',
  key_: 'API key',
  prf_: 'profile',
  pst_: 'post',
  que_: 'queue',
  usr_: 'user',
  whd_: 'delivery',
  whk_: 'webhook endpoint',
};

export function Id(prefix: keyof typeof nouns, description = `ID of the ${nouns[prefix]}.`): TString {
  return Text(description, exampleId(prefix));
}

export function exampleId(prefix: keyof typeof nouns): string {
  return `${prefix}0mh2k5n8q1t4w7z0c3f6j9m2`;
}

export const AccountId = Id('acc_');
export const PostId = Id('pst_');

/** The OpenAPI document lists the registry's values. */
export const PlatformName = Type.String({
  title: 'PlatformName',
  description: 'A platform. Requests also accept its aliases, see `GET /v1/platforms`.',
});

export const Username = Text('Username on the platform.', 'acme.coffee');
export const DisplayName = Text('Name shown on the platform.', 'Acme Coffee');
export const PlatformPostId = Text("The platform's ID of the post.", '17912345678901234');
export const PlatformPostUrl = Url('URL of the post on the platform.', 'https://www.instagram.com/p/DAbCdEfGhIj/');

export const Json = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description });

const PageLimit = (maximum: number, fallback: number) =>
  Type.Integer({ minimum: 1, maximum, default: fallback, description: 'The most items to return.' });

export const pageQuery = (maximum: number, fallback: number) => ({
  page: Type.Integer({ minimum: 1, maximum: 999_999_999, default: 1, description: 'The page, starting at 1.' }),
  limit: PageLimit(maximum, fallback),
});

export const cursorQuery = (maximum: number, fallback: number) => ({
  limit: PageLimit(maximum, fallback),
  cursor: Type.Optional(Type.String({ description: 'The `pagination.nextCursor` of an earlier response.' })),
});

export const skipQuery = {
  limit: PageLimit(200, 50),
  skip: Type.Integer({ minimum: 0, default: 0, description: 'How many items to leave out.' }),
};

const limit = Count('The most items that this page can have.', 50);
const total = Count('The number of items on all pages.', 1);
const hasMore = Flag('Whether there are more items after this page.');

export const SkipPagination = Type.Object(
  { total, limit, skip: Count('How many items were left out.'), hasMore },
  { title: 'SkipPagination', description: 'The position of this page.' },
);

export const Pagination = Type.Object(
  { page: Count('The number of this page.', 1), limit, total, totalPages: Count('The number of pages.', 1) },
  { title: 'Pagination', description: 'The position of this page.' },
);

const nextCursor = Nullable(
  Text('Send it as `cursor` to get the next page. `null` on the last page.', 'eyJhdCI6IjIwMjYtMDMtMDIifQ'),
);

export const CursorPagination = Type.Object(
  { hasMore, nextCursor },
  { title: 'CursorPagination', description: 'How to get the next page.' },
);
