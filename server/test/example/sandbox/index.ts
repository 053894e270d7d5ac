import { FactsError, type Call, type Platform } from '../../../../sandbox/src/core/platform.ts';
import { analyticsRoutes } from './analytics.ts';
import { audience, echoRoutes } from './echoes.ts';
import { error, faults } from './errors.ts';
import { grantOf, makePerson, persons, revoke } from './grants.ts';
import { oauthRoutes } from './oauth.ts';
import { addPost, squawkRoutes } from './squawks.ts';
import { messages, whisperRoutes } from './whispers.ts';

/** Written from the platform's imaginary documentation, not from the adapter. */
export const parrotPlatform: Platform = {
  name: 'parrot',
  label: 'Parrot',
  routes: [...oauthRoutes, ...squawkRoutes, ...echoRoutes, ...whisperRoutes, ...analyticsRoutes],
  audience: { ...audience, messages },
  errors: {
    unknownRoute: () => error(404, 'unknown_path', 'No such branch'),
    unreadableBody: () => error(400, 'invalid', 'The body cannot be read'),
    bodyTooLarge: () => error(413, 'invalid', 'The body is too large'),
  },
  faults: {
    ...faults,
    tokenRevoked: (call) => {
      const grant = grantOf(call);
      if (grant !== undefined) call.commit((tx) => revoke(tx, grant.id));
      return error(401, 'token_revoked', 'The token was revoked');
    },
  },
  identify: (call: Call) => {
    const grant = grantOf(call);
    return grant === undefined ? [] : [grant.person, ...grant.pages];
  },
  findAccount: (reader, page) =>
    persons.all(reader).some(({ pages }) => pages.includes(page)) ? { id: page } : undefined,
  addPost,
  seed: (tx) => {
    makePerson(tx, 'polly', 2);
    makePerson(tx, 'kea', 1);
  },
  putAccount: ({ tx }, { name, pages }) => {
    if (pages !== undefined && typeof pages !== 'number') throw new FactsError('pages must be a number');
    makePerson(tx, name, pages ?? 1);
    return {
      platform: 'parrot',
      name,
      id: persons.get(tx, name)?.pages[0] ?? '',
      url: `https://parrot.example/${name}`,
    };
  },
};
