import { FactsError, type Audience, type LedgerMessage } from '../../core/platform.ts';
import type { Reader } from '../../core/state/store.ts';
import { usernameRule } from '../meta/login-persons.ts';
import { addComment, commentPrefix, comments, followers } from './comments.ts';
import { mediaOf, permalinkOf } from './media.ts';
import { addMessage, conversationsOf, listMessages, type AttachmentType } from './messages/messages.ts';
import { findPerson, persons, type Person } from './persons.ts';

export const audience: Audience = {
  followers,
  isUsername: persons.isName,
  usernameRule,
  takesComments: (reader, account, post) => {
    const person = findPerson(reader, account);
    const media = person && mediaOf(person.userId).get(reader, post);
    return media !== undefined && media.productType !== 'STORY';
  },
  isHidden: (reader, account, id) => {
    const person = findPerson(reader, account);
    return person !== undefined && comments.of(person.userId).get(reader, id)?.isHidden === true;
  },
  addComment: (tools, { account, post, person: username, text, parent: parentId }) => {
    const { tx, clock, random } = tools;
    const person = requireAccount(tx, account);
    const media = mediaOf(person.userId).get(tx, post);
    if (media === undefined) throw new FactsError(`${account} has no post ${post}`);
    const parent = parentId === undefined ? undefined : comments.of(person.userId).get(tx, parentId);
    if (parentId !== undefined && parent?.mediaId !== post) throw new FactsError(`There is no comment ${parentId}`);
    if (text.trim() === '') throw new FactsError('text is empty');
    const author = followers.put(tools, username);
    const { id } = addComment(tx, person, {
      id: `${commentPrefix}${random.digits(13)}`,
      text,
      author: { id: author.id, username: author.username },
      createdAt: clock.now(),
      media,
      ...(parent && { parent }),
    });
    return { id };
  },
  messages: {
    accounts: (reader) => persons.all(reader).map(({ username }) => username),
    hasStories: true,
    add: (tools, { account, person: username, text, attachmentUrl, storyId }) => {
      const { tx, clock, random } = tools;
      const person = requireAccount(tx, account);
      const story = storyId === undefined ? undefined : mediaOf(person.userId).get(tx, storyId);
      if (storyId !== undefined && story?.productType !== 'STORY') {
        throw new FactsError(`${account} has no story ${storyId}`);
      }
      if (text?.trim() === '') throw new FactsError('text is empty');
      const { id, conversationId } = addMessage(tx, person, {
        follower: followers.put(tools, username),
        isFromAccount: false,
        createdAt: clock.now(),
        random,
        ...(text !== undefined && { text }),
        ...(attachmentUrl !== undefined && { attachment: { type: typeOf(attachmentUrl), url: attachmentUrl } }),
        ...(story && { story: { id: story.id, url: permalinkOf(person, story) } }),
      });
      return { id, conversationId };
    },
    list: (reader) => persons.all(reader).flatMap((person) => ledgerOf(reader, person)),
  },
};

function ledgerOf(reader: Reader, person: Person): LedgerMessage[] {
  return conversationsOf(person.userId)
    .all(reader)
    .flatMap((conversation) =>
      listMessages(reader, conversation)
        .toReversed()
        .map((message): LedgerMessage => ({
          platform: 'instagram',
          account: person.username,
          conversationId: conversation.id,
          id: message.id,
          person: followers.get(reader, conversation.followerId)?.username ?? conversation.followerId,
          direction: message.isFromAccount ? 'outgoing' : 'incoming',
          text: message.text ?? '',
          buttons: message.buttons ?? [],
          attachmentUrl: message.attachment?.url ?? null,
          storyId: message.story?.id ?? null,
          commentId: message.commentId ?? null,
          createdAt: new Date(message.createdAt).toISOString(),
        })),
    )
    .sort((one, other) => one.createdAt.localeCompare(other.createdAt));
}

const extensions: Readonly<Record<string, AttachmentType>> = {
  ...{ jpg: 'image', jpeg: 'image', png: 'image', gif: 'image', webp: 'image' },
  ...{ mp4: 'video', mov: 'video', webm: 'video', m4a: 'audio', aac: 'audio', wav: 'audio' },
};

function typeOf(url: string): AttachmentType {
  if (!URL.canParse(url)) throw new FactsError('attachmentUrl is not a URL');
  return extensions[new URL(url).pathname.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'file';
}

function requireAccount(reader: Reader, account: string): Person {
  const person = findPerson(reader, account);
  if (person === undefined) throw new FactsError(`There is no account ${account}`);
  return person;
}
