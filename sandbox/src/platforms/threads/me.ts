import { readNode, type Node } from '../meta/fields.ts';
import { graphRoute } from './graph-route.ts';
import { scopes } from './limits.ts';
import type { Person } from './persons.ts';

export const getMe = graphRoute({
  method: 'GET',
  path: '/me',
  operation: 'getMe',
  scope: scopes.basic,
  parameters: { fields: 'string' },
  handle: (call, { person }, { fields }) => readNode(call, personNode(person), fields),
});

const personNode = (person: Person): Node => ({
  type: 'ThreadsUser',
  values: {
    id: person.userId,
    username: person.username,
    name: person.fullName,
    threads_profile_picture_url: `https://scontent.cdninstagram.com/v/${person.userId}.jpg`,
    threads_biography: person.biography,
    is_verified: person.isVerified,
  },
});
