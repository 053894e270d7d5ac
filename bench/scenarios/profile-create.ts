import { randomUUID } from 'node:crypto';
import { findOwner } from '../floor-identity.ts';
import { profileJson, profileSchema, type ProfileRow } from '../floor-profile.ts';
import type { LoadScenario } from '../scenario.ts';

const insert =
  'insert into "profiles" ("id", "owner_id", "name", "description", "color", "slug", "is_default", "created_at") ' +
  'values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict on constraint "profiles_slug_key" do nothing ' +
  'returning "id", "owner_id", "name", "description", "color", "slug", "is_default", "created_at"';

const response = {
  201: {
    type: 'object',
    required: ['message', 'profile'],
    properties: { message: { type: 'string' }, profile: profileSchema },
  },
};

export const profileCreate: LoadScenario = {
  kind: 'load',
  name: 'profile-create',
  about: 'Authenticated `POST /v1/profiles`, each with a different name, at 32 connections.',
  connections: 32,
  ratioMin: 0.6,
  herald: { method: 'POST', path: '/v1/profiles', body: '{"name":"Created {n}"}', status: 201 },
  writesTo: ['profiles'],
  floor: (app, db) => {
    app.post<{ Body: { name: string } }>('/v1/profiles', { schema: { response } }, async (request, reply) => {
      const ownerId = await findOwner(db, request.headers.authorization);
      const { name } = request.body;
      const slug = name.toLowerCase().replaceAll(' ', '-');
      const values = [`prf_${randomUUID()}`, ownerId, name, '', '#ffeda0', slug, false, new Date()];
      const { rows } = await db.query<ProfileRow>({ name: 'insert', text: insert, values });
      return reply.code(201).send({ message: 'Profile created', profile: rows.map(profileJson)[0] });
    });
  },
  reset: async (db) => {
    await db.query(`DELETE FROM profiles WHERE name LIKE 'Created %'`);
    await db.query('VACUUM profiles');
    await db.query('CHECKPOINT');
  },
};
