import type { ApiResponse, Api } from '../../harness/testbed.ts';
import { inParallel } from '../../harness/wait.ts';
import { eventType, createEndpoint } from '../webhooks/endpoints.ts';
import type { Fixture } from './fixture.ts';

type Asking = { api: Api; fixture: Fixture; urls: readonly string[] };

type Stored = { webhook?: { url: string } };

const atOnce = 4;

export async function tryCreates({ api, fixture, urls }: Asking): Promise<string[]> {
  const faults: string[] = [];
  const create = (url: string): Promise<ApiResponse<unknown>> => {
    const fields = { name: 'Hostile', url, events: [eventType], profileAccess: 'all_profiles' };
    return api.call(userAt(api, 0), 'POST', '/v1/webhooks', fields);
  };
  await inParallel(urls, atOnce, async (url) => {
    const { status, body } = await create(url);
    if (!isRefusal({ status, body })) faults.push(`POST of ${JSON.stringify(url)} returned ${status}`);
  });
  const { status } = await create(fixture.back.url);
  if (status !== 201) faults.push(`POST of an admitted URL returned ${status}`);
  return faults;
}

export async function tryUpdates({ api, fixture, urls }: Asking): Promise<string[]> {
  const faults: string[] = [];
  const user = userAt(api, 1);
  const { id } = await createEndpoint(api, { user, sink: 0, url: fixture.front.url });
  const path = `/v1/webhooks/${id}`;
  for (const url of urls) {
    const response = await api.call(user, 'PUT', path, { url });
    if (!isRefusal(response)) faults.push(`PUT of ${JSON.stringify(url)} returned ${response.status}`);
    const stored = await api.call<Stored>(user, 'GET', path);
    if (stored.body.webhook?.url === fixture.front.url) continue;
    faults.push(`PUT of ${JSON.stringify(url)} changed what is stored`);
    break;
  }
  const changed = await api.call(user, 'PUT', path, { url: fixture.back.url });
  const { body } = await api.call<Stored>(user, 'GET', path);
  if (changed.status !== 200 || body.webhook?.url !== fixture.back.url)
    faults.push('PUT of an admitted URL did not work');
  return faults;
}

export function userAt({ users }: Api, index: number): Api['users'][number] {
  const user = users[index];
  if (user === undefined) throw new Error('a user is missing');
  return user;
}

function isRefusal({ status, body }: ApiResponse<unknown>): boolean {
  return status === 400 && JSON.stringify(body).includes('"url"');
}
