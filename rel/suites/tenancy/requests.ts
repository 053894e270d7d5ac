import type { Operation } from '../../harness/api-description.ts';
import { idKindOf, type IdKind, type IdPosition } from './id-positions.ts';
import type { Resources } from './resources.ts';

type HttpRequest = { method: string; path: string; headers: Record<string, string>; body?: string };

/** Its other IDs all belong to `own`. */
export type Change = { position: IdPosition; value: string };

type Body = Record<string, unknown>;

/** For operations whose example needs more than IDs to reach every check. `serial` makes texts unique. */
const bodies: Readonly<Record<string, (own: Resources, serial: number) => Body>> = {
  createPost: postBody,
  validatePost: postBody,
  updatePost: postBody,
  completeConnect: ({ ids }) => ({ state: ids.connectState, profileId: ids.profile }),
  createContact: ({ ids }, serial) => ({
    ...{ profileId: ids.profile, name: 'Ada', accountId: ids.account, platform: 'instagram' },
    platformIdentifier: `person-${serial}`,
  }),
  bulkCreateContacts: ({ ids }, serial) => ({
    ...{ profileId: ids.profile, accountId: ids.account, platform: 'instagram' },
    contacts: [{ name: 'Ada', platformIdentifier: `bulk-${serial}` }],
  }),
  updateQueueSlot: ({ ids }) => ({
    ...{ profileId: ids.profile, queueId: ids.queue, timezone: 'UTC', slots: [{ dayOfWeek: 2, time: '10:00' }] },
  }),
  syncExternalPosts: ({ ids }) => ({ accountId: ids.account }),
  updateCommentAutomation: () => ({ platformPostId: null }),
  createWebhook: ({ ids }) => ({
    ...{ name: 'Orders', url: 'https://hooks.example/herald', events: ['post.published'] },
    ...{ profileAccess: 'selected_profiles', profileIds: [ids.profile] },
  }),
};

function postBody({ ids }: Resources, serial: number): Body {
  return { content: `Text ${serial}`, platforms: [{ platform: 'instagram', accountId: ids.account }], isDraft: true };
}

const isQueued = ({ kind, name }: IdPosition): boolean => kind === 'queue' || name === 'queuedFromProfile';

export function ownId(operation: Operation, kind: Exclude<IdKind, 'cursor'>, own: Resources): string {
  if (kind === 'account' && operation.path.includes('pinterest')) return own.pinterestId;
  if (kind === 'post' && ['updatePost', 'deletePost'].includes(operation.id)) return own.draftId;
  if (kind === 'connectState' && operation.path.includes('pinterest')) return own.boardState;
  return own.ids[kind];
}

type RequestInput = { operation: Operation; own: Resources; serial: number; changes?: readonly Change[] };

export function buildRequest({ operation, own, serial, changes = [] }: RequestInput): HttpRequest {
  const changeOf = (where: string, name: string): Change | undefined =>
    changes.find(({ position }) => position.in === where && position.name === name);
  const idOf = (where: 'path' | 'query', name: string): string | undefined => {
    const change = changeOf(where, name);
    if (change !== undefined) return change.value;
    const kind = idKindOf(operation.id, name);
    return kind === undefined || kind === 'cursor' ? undefined : ownId(operation, kind, own);
  };
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(idOf('path', name) ?? 'telegram'),
  );
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  for (const { in: where, name, required } of operation.parameters) {
    const change = changeOf(where, name);
    if (where === 'query' && (required || change !== undefined)) query.set(name, idOf('query', name) ?? own.canary);
    if (where === 'header' && change !== undefined) headers[name] = change.value;
  }
  const text = query.size === 0 ? '' : `?${query.toString()}`;
  return { method: operation.method, path: `${path}${text}`, headers, ...bodyOf(operation, own, serial, changes[0]) };
}

type EncodedBody = Pick<HttpRequest, 'body'>;

function bodyOf(operation: Operation, own: Resources, serial: number, change: Change | undefined): EncodedBody {
  const content = operation.body['application/json'];
  if (content !== undefined) {
    const base = bodies[operation.id]?.(own, serial) ?? withOwnIds(operation, content.example, own);
    return { body: JSON.stringify(change?.position.in === 'body' ? changed(base, change, own) : base) };
  }
  if ('text/csv' in operation.body) return { body: csvFile(own, serial, change) };
  return {};
}

function withOwnIds(operation: Operation, example: unknown, own: Resources): Body {
  const replace = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => replace(item, name));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, replace(field, key)]));
    }
    const kind = idKindOf(operation.id, name);
    return kind === undefined || kind === 'cursor' ? value : ownId(operation, kind, own);
  };
  return replace(example ?? {}, '') as Body;
}

function changed(base: Body, { position, value }: Change, { ids }: Resources): Body {
  const isInQueue = isQueued(position) && 'isDraft' in base;
  const body = isInQueue ? { ...base, isDraft: undefined, queuedFromProfile: ids.profile } : base;
  return setField(body, position.name.split('.'), value) as Body;
}

function setField(target: unknown, [name, ...rest]: string[], value: string): unknown {
  if (name === undefined) return value;
  if (name === '*') return [setField(Array.isArray(target) ? target[0] : undefined, rest, value)];
  const object = typeof target === 'object' && target !== null ? target : {};
  return { ...object, [name]: setField((object as Body)[name], rest, value) };
}

function csvFile({ ids }: Resources, serial: number, change: Change | undefined): string {
  const row: Record<string, string> = {
    ...{ post_content: `Row ${serial}`, platforms: 'instagram', profiles: ids.profile, schedule_time: '' },
    ...{ is_draft: 'true', media_urls: '' },
    ...(change?.position.in === 'csv' ? { [change.position.name]: change.value } : {}),
  };
  return `${Object.keys(row).join(',')}\n${Object.values(row)
    .map((cell) => `"${cell.replaceAll('"', '""')}"`)
    .join(',')}\n`;
}

export async function sendRequest(baseUrl: string, key: string | undefined, request: HttpRequest): Promise<Reply> {
  const isJson = request.body?.startsWith('{') === true;
  const contentType = request.body === undefined ? {} : { 'content-type': isJson ? 'application/json' : 'text/csv' };
  const response = await fetch(`${baseUrl}${request.path}`, {
    method: request.method,
    headers: { ...contentType, ...request.headers, ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) },
    ...(request.body === undefined ? {} : { body: request.body }),
  });
  return { status: response.status, text: await response.text() };
}

export type Reply = { status: number; text: string };
