import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import type { Api, User } from '../../harness/testbed.ts';
import { inParallel } from '../../harness/wait.ts';
import { openFixture } from '../tenancy/fixture.ts';
import type { Resources } from '../tenancy/resources.ts';
import { nastyStrings, unstorableStrings } from './arbitrary-values.ts';

const figures = { quick: 40, full: nastyStrings.length };

export const storeNastyStrings: Case = {
  id: 'nasty-strings',
  about:
    'Stores strings that have broken other software in every kind of text; each is refused with a 400, or stored and read back unchanged.',
  run: async (testbed, { tier, random, overrides }) => {
    const strings = random.shuffle(nastyStrings).slice(0, overrides.get('strings') ?? figures[tier]);
    const findings = noFindings();
    await using fixture = await openFixture(testbed);
    const { api, database, tenant, own } = fixture;
    const tried = [...strings, ...unstorableStrings].flatMap((text) => fieldsOf(own).map((field) => ({ text, field })));
    let stored = 0;
    await inParallel(tried, 4, async ({ text, field }) => {
      const outcome = await tryField(api, tenant, { field, text });
      if (outcome === 'stored') stored += 1;
      else if (outcome !== 'refused') findings.faults.push(`${field.name} ${JSON.stringify(text)}: ${outcome}`);
      if (outcome === 'stored' && unstorableStrings.includes(text)) {
        findings.faults.push(`${field.name} ${JSON.stringify(text)} was stored`);
      }
    });
    if (stored < tried.length / 2) findings.faults.push(`only ${stored} of ${tried.length} texts were stored`);
    findings.counts = { strings: strings.length, fields: fieldsOf(own).length, tries: tried.length, stored };
    const violations = await checkInvariants(database.sql, { secrets: [tenant.key], logs: testbed.supervisor.logs() });
    // No worker delivers or publishes what the requests create.
    findings.faults.push(...violations.filter((fault) => !fault.startsWith('no-stuck-')));
    return findings;
  },
};

type Field = {
  name: string;
  method: 'PUT' | 'PATCH' | 'POST';
  path: string;
  body(text: string): object;
  read: string | ((created: Json) => string);
  valueIn(read: Json): unknown;
};
// Untyped, because a wrong response is a fault anyway.
type Json = any;

function fieldsOf({ ids }: Resources): readonly Field[] {
  const contact = (key: string): Field => ({
    ...{ name: `contact ${key}`, method: 'POST', path: '/v1/contacts' },
    body: (text) => ({ profileId: ids.profile, name: 'Ada', [key]: text }),
    read: ({ contact: { id } }) => `/v1/contacts/${id}`,
    valueIn: ({ contact: created }) => created[key],
  });
  const post = (key: string, body: (text: string) => object, valueIn: (created: Json) => unknown): Field => ({
    ...{ name: `post ${key}`, method: 'POST', path: '/v1/posts' },
    body: (text) => ({ isDraft: true, ...body(text) }),
    read: ({ post: { _id } }) => `/v1/posts/${_id}`,
    valueIn: ({ post: created }) => valueIn(created),
  });
  return [
    ...['name', 'notes', 'company'].map(contact),
    post(
      'content',
      (content) => ({ content }),
      ({ content }) => content,
    ),
    post(
      'title',
      (title) => ({ title }),
      ({ title }) => title,
    ),
    post(
      'tags',
      (text) => ({ tags: [text] }),
      ({ tags }) => tags[0],
    ),
    post(
      'metadata',
      (text) => ({ metadata: { note: text } }),
      ({ metadata }) => metadata.note,
    ),
    {
      ...{ name: 'contact customFields', method: 'POST', path: '/v1/contacts' },
      body: (text) => ({ profileId: ids.profile, name: 'Ada', customFields: { note: text } }),
      read: ({ contact: { id } }) => `/v1/contacts/${id}`,
      valueIn: ({ contact: created }) => created.customFields.note,
    },
  ];
}

type Try = { field: Field; text: string };

async function tryField(api: Api, user: User, { field, text }: Try): Promise<string> {
  const written = await api.call<Json>(user, field.method, field.path, field.body(text));
  if (written.status === 400) return 'refused';
  if (written.status >= 300) return `returned ${written.status} ${JSON.stringify(written.body)}`;
  const path = typeof field.read === 'string' ? field.read : field.read(written.body);
  const { status, body } = await api.call<Json>(user, 'GET', path);
  const value: unknown = status === 200 ? field.valueIn(body) : undefined;
  return value === text ? 'stored' : `was read back as ${status} ${JSON.stringify(value)}`;
}
