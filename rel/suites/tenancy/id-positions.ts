import type { ApiDescription, Operation, Schema } from '../../harness/api-description.ts';

/** IDs of platforms are not Herald's, but belong to a tenant's account as well. */
export type IdKind =
  | 'profile'
  | 'account'
  | 'post'
  | 'key'
  | 'webhook'
  | 'delivery'
  | 'automation'
  | 'contact'
  | 'queue'
  | 'conversation'
  | 'comment'
  | 'platformPost'
  | 'board'
  | 'media'
  | 'mediaUrl'
  | 'connectState'
  | 'requestId'
  | 'idempotencyKey'
  | 'cursor';

export type IdPosition = {
  in: 'path' | 'query' | 'header' | 'body' | 'csv';
  /** In a body, the path of the field, with `*` for the items of a list. */
  name: string;
  kind: IdKind;
};

const kindOfName: Readonly<Record<string, IdKind>> = {
  ...{ profileId: 'profile', profileIds: 'profile', queuedFromProfile: 'profile' },
  ...{ accountId: 'account', accountIds: 'account' },
  ...{ postId: 'post', keyId: 'key', webhookId: 'webhook', deliveryId: 'delivery', automationId: 'automation' },
  ...{ contactId: 'contact', queueId: 'queue', conversationId: 'conversation', commentId: 'comment', key: 'media' },
  ...{ platformPostId: 'platformPost', boardId: 'board', defaultBoardId: 'board', state: 'connectState' },
  ...{ 'x-request-id': 'requestId', 'Idempotency-Key': 'idempotencyKey', cursor: 'cursor', after: 'cursor' },
};

const kindOfField: Readonly<Record<string, IdKind>> = {
  'mediaItems.*.url': 'mediaUrl',
  'syncExternalPosts postId': 'platformPost',
};

const csvColumns: Readonly<Record<string, IdKind>> = { profiles: 'profile', media_urls: 'mediaUrl' };

/** Not IDs of a tenant, despite their names. */
const noIds = new Set(['categoryId', 'platformIdentifier', 'displayIdentifier']);

const looksLikeId = /(Ids?|[kK]ey|[cC]ursor|[tT]oken|^state|^after)$/;

export function idPositionsOf(
  operation: Operation,
  description: ApiDescription,
): { positions: IdPosition[]; unknown: string[] } {
  const positions: IdPosition[] = [];
  const unknown: string[] = [];
  const add = (where: IdPosition['in'], name: string): void => {
    const kind = idKindOf(operation.id, name);
    const lastName = lastNameOf(name);
    if (kind !== undefined) positions.push({ in: where, name, kind });
    else if (looksLikeId.test(lastName) && !noIds.has(lastName)) unknown.push(`${operation.id}: ${where} ${name}`);
  };
  for (const { in: where, name } of operation.parameters) add(where, name);
  const { schema } = operation.body['application/json'] ?? {};
  if (schema !== undefined) for (const name of textFieldsOf(schema, description)) add('body', name);
  if ('text/csv' in operation.body) {
    for (const [name, kind] of Object.entries(csvColumns)) positions.push({ in: 'csv', name, kind });
  }
  return { positions, unknown };
}

export function idKindOf(operationId: string, name: string): IdKind | undefined {
  return kindOfField[`${operationId} ${name}`] ?? kindOfField[name] ?? kindOfName[lastNameOf(name)];
}

function lastNameOf(name: string): string {
  return name.split('.').findLast((part) => part !== '*') ?? name;
}

function textFieldsOf(schema: Schema, description: ApiDescription): Set<string> {
  const names = new Set<string>();
  const visit = (part: Schema, path: readonly string[]): void => {
    const { type, properties = {}, items, anyOf = [], oneOf = [], allOf = [], ...rest } = description.resolve(part);
    for (const one of [...anyOf, ...oneOf, ...allOf]) visit(one, path);
    for (const [name, field] of Object.entries(properties)) visit(field, [...path, name]);
    if (items !== undefined) visit(items, [...path, '*']);
    if (type === 'string' && rest.enum === undefined && rest.const === undefined) names.add(path.join('.'));
  };
  visit(schema, []);
  return names;
}
