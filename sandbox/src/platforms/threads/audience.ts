import { FactsError, type Audience } from '../../core/platform.ts';
import type { Reader } from '../../core/state/store.ts';
import { usernameRule } from '../meta/login-persons.ts';
import { lengthOf } from './publish/measure.ts';
import { limits } from './limits.ts';
import { findPerson, persons, type Person } from './persons.ts';
import { addPost, ancestorsOf, followers, isHidden, newPostId, posts, type Post } from './posts.ts';

/** A comment is a reply, which is a post of its own. */
export const audience: Audience = {
  followers,
  isUsername: persons.isName,
  usernameRule,
  takesComments: (reader, account, post) => {
    const person = findPerson(reader, account);
    return person !== undefined && findOwnPost(reader, person, post) !== undefined;
  },
  isHidden: (reader, _account, id) => {
    const reply = posts.get(reader, id);
    return reply !== undefined && isHidden(reader, reply);
  },
  addComment: (tools, { account, post: postId, person: username, text, parent: parentId }) => {
    const { tx, clock, random } = tools;
    const person = findPerson(tx, account);
    if (person === undefined) throw new FactsError(`There is no account ${account}`);
    const post = findOwnPost(tx, person, postId);
    if (post === undefined) throw new FactsError(`${account} has no post ${postId}`);
    const parent = parentId === undefined ? post : posts.get(tx, parentId);
    if (parent === undefined || ![parent, ...ancestorsOf(tx, parent)].some(({ id }) => id === postId)) {
      throw new FactsError(`There is no comment ${parentId}`);
    }
    if (text.trim() === '' || lengthOf(text) > limits.textLength) {
      throw new FactsError(`text must have 1 to ${limits.textLength} characters`);
    }
    const author = followers.put(tools, username);
    const id = newPostId(random);
    addPost(tx, author.username, {
      id,
      ownerId: author.id,
      mediaType: 'TEXT_POST',
      shortcode: `D${random.text(10)}`,
      text,
      replyToId: parent.id,
      replyControl: 'everyone',
      files: [],
      childIds: [],
      publishedAt: clock.now(),
    });
    return { id };
  },
};

function findOwnPost(reader: Reader, { userId }: Person, id: string): Post | undefined {
  const post = posts.get(reader, id);
  return post?.ownerId === userId && post.deletedAt === undefined ? post : undefined;
}
