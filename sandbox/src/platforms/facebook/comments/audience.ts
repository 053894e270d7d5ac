import { FactsError, type Audience } from '../../../core/platform.ts';
import { addComment, comments, followers } from './comments.ts';
import { findPage } from '../pages.ts';
import { persons, usernameRule } from '../persons.ts';
import { findPublished } from '../posts.ts';

export const audience: Audience = {
  followers,
  isUsername: persons.isName,
  usernameRule,
  takesComments: (reader, account, post) => {
    const page = findPage(reader, account);
    return page !== undefined && findPublished(reader, page.id, post) !== undefined;
  },
  isHidden: (reader, account, id) => {
    const page = findPage(reader, account);
    return page !== undefined && comments.of(page.id).get(reader, id)?.isHidden === true;
  },
  addComment: (tools, { account, post, person: username, text, parent: parentId }) => {
    const { tx, clock, random } = tools;
    const page = findPage(tx, account);
    if (page === undefined) throw new FactsError(`There is no account ${account}`);
    const published = findPublished(tx, page.id, post);
    if (published === undefined) throw new FactsError(`${account} has no post ${post}`);
    const parent = parentId === undefined ? undefined : comments.of(page.id).get(tx, parentId);
    if (parentId !== undefined && parent?.objectId !== published.id) {
      throw new FactsError(`There is no comment ${parentId}`);
    }
    if (text.trim() === '') throw new FactsError('text is empty');
    const author = followers.put(tools, username);
    const written = { published, parent, message: text, author, createdAt: clock.now(), random };
    return { id: addComment(tx, page, written).id };
  },
};
