import { Type, type TSchema } from 'typebox';
import { AccountId, Id, PlatformName, PostId } from '../../schemas/common.ts';
import { CommentId } from '../../schemas/comment.ts';
import { ProfileId } from '../../schemas/profile.ts';
import { pathParamNames, type JsonRoute, type Route, type StreamRoute } from '../route.ts';
import type { Components } from './components.ts';
import type { Json } from './json.ts';

const pathParams: Readonly<Record<string, TSchema>> = {
  accountId: AccountId,
  automationId: Id('aut_'),
  commentId: CommentId,
  contactId: Id('ctc_'),
  conversationId: Type.String({ description: "The platform's ID of the thread." }),
  deliveryId: Id('whd_'),
  key: Type.String({ description: 'Identifies the file.' }),
  keyId: Id('key_'),
  platform: PlatformName,
  postId: PostId,
  profileId: ProfileId,
  token: Type.String({ description: 'Part of the `uploadUrl`.' }),
  webhookId: Id('whk_'),
};

export function parametersOf(route: Route, components: Components): Json[] {
  const inPath = pathParamNames(route.path).map((name) => pathParameter(route, name, components));
  if (!('query' in route || 'headers' in route)) return inPath;
  return [...inPath, ...queryParameters(route, components), ...headerParameters(route)];
}

function pathParameter({ params = {} }: Route, name: string, components: Components): Json {
  const schema: TSchema & { description?: string } = pathParams[name] ?? Type.String();
  const description = params[name] ?? schema.description;
  return { name, in: 'path', required: true, description, schema: components.of(schema) };
}

function headerParameters({ headers = {} }: JsonRoute | StreamRoute): Json[] {
  return Object.entries(headers).map(([name, description]) => {
    return { name, in: 'header', required: false, description, schema: { type: 'string' } };
  });
}

function queryParameters({ query }: JsonRoute | StreamRoute, components: Components): Json[] {
  if (query === undefined) return [];
  // Undefined if every property is optional, despite the types.
  const { required = [] } = query as { required?: string[] };
  return Object.entries(query.properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name) && !('default' in schema),
    ...('description' in schema ? { description: schema.description } : {}),
    // Lists are one value with commas.
    ...('items' in schema ? { style: 'form', explode: false } : {}),
    schema: components.of(schema),
  }));
}
