import { Type, type TSchema, type TString } from 'typebox';

export const Timestamp = Type.String({ format: 'date-time', examples: ['2026-03-02T09:00:00.000Z'] });

export const Message = Type.String({ description: 'A summary of the outcome for humans.' });

export const MessageOnly = Type.Object({ message: Message });

export function Nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()]);
}

/** White space at both ends is removed before the length is checked. */
export function TrimmedText(minLength: number, maxLength: number): TString {
  return Type.String({ minLength, maxLength, 'x-trim': true });
}

export function Id(prefix: string): TString {
  return Type.String({ examples: [`${prefix}0mh2k5n8q1t4w7z0c3f6j9m2`] });
}

/** For lists that are paged by the number of items to leave out. */
export const skipQuery = {
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  skip: Type.Integer({ minimum: 0, default: 0 }),
};

export const SkipPagination = Type.Object({
  total: Type.Integer(),
  limit: Type.Integer(),
  skip: Type.Integer(),
  hasMore: Type.Boolean(),
});

export const Pagination = Type.Object({
  page: Type.Integer(),
  limit: Type.Integer(),
  total: Type.Integer(),
  totalPages: Type.Integer(),
});

export const Cursor = Type.Optional(
  Type.String({ description: 'The `pagination.nextCursor` of an earlier response.' }),
);

export const CursorPagination = Type.Object({ hasMore: Type.Boolean(), nextCursor: Nullable(Type.String()) });
