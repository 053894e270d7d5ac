import { Type } from 'typebox';
import { Count, List, Text, Timestamp } from './common.ts';

export const OrganisationQuery = Type.Object({
  accountId: Type.String({ description: 'The account of the target whose post is read.' }),
  cursor: Type.Optional(Type.String({ description: 'The `nextCursor` of an earlier response.' })),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 25, description: 'The most items to return.' }),
});

const nextCursor = Type.Optional(Text('Send it as `cursor` to get the next page. Absent on the last page.', 'MjU'));
const personUrn = 'urn:li:person:8675309';

export const OrganisationComments = Type.Object({
  comments: List(
    'The comments on the post.',
    Type.Object({
      id: Text("The platform's ID of the comment.", '7012345678901234567'),
      commentUrn: Type.Optional(
        Text('URN of the comment.', 'urn:li:comment:(urn:li:activity:7012345678901234500,7012345678901234567)'),
      ),
      text: Text('Text of the comment.', 'Congratulations!'),
      authorUrn: Text('URN of the author.', personUrn),
      authorName: Type.Optional(Text('Name of the author.', 'Ada Lovelace')),
      createdAt: Timestamp('When it was written.'),
      likeCount: Type.Optional(Count('How many people like it.', 3)),
      replyCount: Type.Optional(Count('How many replies it has.')),
    }),
  ),
  nextCursor,
});

export const OrganisationReactions = Type.Object({
  reactions: List(
    'The reactions to the post.',
    Type.Object({
      reactionType: Text('The kind of reaction.', 'LIKE'),
      actorUrn: Text('URN of the person.', personUrn),
      createdAt: Type.Optional(Timestamp('When the person reacted.')),
    }),
  ),
  totalsByType: Type.Record(Type.String(), Type.Integer(), {
    description: 'The number of reactions by kind.',
    examples: [{ LIKE: 1 }],
  }),
  nextCursor,
});
