import { findOwner } from '../floor-identity.ts';
import { profileJson, profileSchema, type ProfileRow } from '../floor-profile.ts';
import type { LoadScenario } from '../scenario.ts';

const list =
  'select "id", "owner_id", "name", "description", "color", "slug", "is_default", "created_at" from "profiles" ' +
  'where "owner_id" = $1 order by "created_at", "id"';

const response = {
  200: {
    type: 'object',
    required: ['profiles'],
    properties: { profiles: { type: 'array', items: profileSchema } },
  },
};

export const profilesList: LoadScenario = {
  kind: 'load',
  name: 'profiles-list',
  about: 'Authenticated `GET /v1/profiles` of an owner with ten profiles, at 32 connections.',
  connections: 32,
  ratioMin: 0.7,
  herald: { method: 'GET', path: '/v1/profiles', status: 200 },
  writesTo: [],
  floor: (app, db) => {
    app.get('/v1/profiles', { schema: { response } }, async (request) => {
      const ownerId = await findOwner(db, request.headers.authorization);
      const { rows } = await db.query<ProfileRow>({ name: 'list', text: list, values: [ownerId] });
      return { profiles: rows.map(profileJson) };
    });
  },
};
