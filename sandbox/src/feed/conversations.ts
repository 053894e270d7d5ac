import type { LedgerMessage } from '../core/platform.ts';

export type Conversation = {
  readonly id: string;
  readonly person: string;
  /** Oldest first. */
  readonly messages: readonly LedgerMessage[];
  readonly latest: LedgerMessage;
};

export function conversationsOf(messages: readonly LedgerMessage[], account: string): Conversation[] {
  const own = messages.filter((message) => message.account === account);
  return [...Map.groupBy(own, ({ conversationId }) => conversationId)]
    .flatMap(([id, list]) => {
      const latest = list.at(-1);
      return latest === undefined ? [] : [{ id, person: latest.person, messages: list, latest }];
    })
    .sort((one, other) => other.latest.createdAt.localeCompare(one.latest.createdAt));
}
