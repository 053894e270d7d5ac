import { ledger } from '../../core/state/ledger.ts';
import { collection, type Collection, type Reader, type Tx } from '../../core/state/store.ts';

type CommentBase = {
  readonly id: string;
  readonly parentId?: string;
  readonly author: { readonly id: string };
};

export function createComments<C extends CommentBase>(platform: string) {
  const of = (accountId: string): Collection<C> => collection<C>(`${platform}/comments/${accountId}`);
  const repliesOf = (reader: Reader, accountId: string, { id }: CommentBase): C[] =>
    of(accountId)
      .all(reader)
      .filter(({ parentId }) => parentId === id);
  return {
    of,
    repliesOf,
    isOwn: (accountId: string, { author }: CommentBase): boolean => author.id === accountId,
    /** Replies to a reply belong to the top-level comment. */
    topLevelId: (parent: CommentBase | undefined): string | undefined => parent?.parentId ?? parent?.id,
    /** Also deletes the replies; returns how many were deleted. */
    delete: (tx: Tx, accountId: string, { comment, now }: { comment: C; now: number }): number => {
      const deleted = [comment, ...repliesOf(tx, accountId, comment)];
      for (const { id, author } of deleted) {
        of(accountId).delete(tx, id);
        ledger.markDeleted(tx, { platform, accountId: author.id, id }, new Date(now).toISOString());
      }
      return deleted.length;
    },
  };
}
