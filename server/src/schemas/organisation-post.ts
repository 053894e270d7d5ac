import { Type } from 'typebox';
import { Timestamp } from './common.ts';

export const OrganisationQuery = Type.Object({
  accountId: Type.String(),
  cursor: Type.Optional(Type.String()),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 25 }),
});

export const OrganisationComments = Type.Object({
  comments: Type.Array(
    Type.Object({
      id: Type.String(),
      commentUrn: Type.Optional(Type.String()),
      text: Type.String(),
      authorUrn: Type.String(),
      authorName: Type.Optional(Type.String()),
      createdAt: Timestamp,
      likeCount: Type.Optional(Type.Integer()),
      replyCount: Type.Optional(Type.Integer()),
    }),
  ),
  nextCursor: Type.Optional(Type.String()),
});

export const OrganisationReactions = Type.Object({
  reactions: Type.Array(
    Type.Object({ reactionType: Type.String(), actorUrn: Type.String(), createdAt: Type.Optional(Timestamp) }),
  ),
  totalsByType: Type.Record(Type.String(), Type.Integer()),
  nextCursor: Type.Optional(Type.String()),
});
