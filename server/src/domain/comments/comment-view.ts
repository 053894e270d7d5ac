import type { PlatformComment } from '../../platforms/adapter.ts';
import type { Comment } from '../../schemas/comment.ts';

export function commentView(platform: string, comment: PlatformComment): Comment {
  const replies = comment.replies.map((reply) => ({ ...commentView(platform, reply), replies: [] }));
  const { id, name, username, pictureUrl: picture, isOwner } = comment.author;
  const { likeCount, replyCount, url } = comment;
  return {
    id: comment.id,
    message: comment.text,
    createdTime: comment.createdAt.toISOString(),
    from: { ...defined({ id, name, username, picture }), isOwner },
    platform,
    ...defined({ likeCount, replyCount, url }),
    replies,
    repliesHasMore: comment.hasMoreReplies,
    canReply: comment.canReply,
    canDelete: comment.canDelete,
    canHide: comment.canHide,
    isHidden: comment.isHidden,
    parentId: comment.parentId ?? null,
  };
}

type Defined<Values> = { [Key in keyof Values]?: Exclude<Values[Key], undefined> };

function defined<Values extends object>(values: Values): Defined<Values> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<Values>;
}
