import { pageOf, pageParameters } from '../meta/paging.ts';
import { userRoute } from './graph-route.ts';
import { scopes } from './limits.ts';
import { pageNode, pages } from './pages.ts';
import { issuePageToken } from './oauth.ts';
import { followersOfPage } from './statistics.ts';

export const getPermissions = userRoute({
  method: 'GET',
  path: '/me/permissions',
  operation: 'getPermissions',
  scope: scopes.profile,
  parameters: {},
  handle: (_call, { token }) => ({
    data: [
      ...token.scopes.map((permission) => ({ permission, status: 'granted' })),
      ...token.declined.map((permission) => ({ permission, status: 'declined' })),
    ],
  }),
});

export const listPages = userRoute({
  method: 'GET',
  path: '/me/accounts',
  operation: 'listPages',
  scope: scopes.pages,
  parameters: pageParameters,
  handle: (call, { person, token }, parameters) =>
    call.commit((tx) => {
      const issuer = { tx, random: call.random, now: call.clock.now() };
      const isGranted = token.scopes.includes(scopes.pages);
      const seesBusinesses = token.scopes.includes(scopes.business);
      const shown = pages
        .ownedBy(tx, person.id)
        .filter(({ isOwnedByBusiness }) => seesBusinesses || !isOwnedByBusiness)
        .filter(({ id }) => isGranted && token.pageIds.includes(id));
      return pageOf(
        call,
        {
          shown,
          tokenText: token.text,
          atOnce: person.pagesAtOnce,
          toNode: (page) => {
            const followersCount = followersOfPage(call, page);
            return pageNode({ ...page, followersCount }, issuePageToken(issuer, token, page.id).text);
          },
        },
        parameters,
      );
    }),
});
