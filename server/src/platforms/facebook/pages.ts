import { Type, type Static } from 'typebox';
import { isJsonObject } from '../../kernel/text/json.ts';
import type { RemoteAccount } from '../adapter.ts';
import { responseReader } from '../shared/response-reader.ts';
import { GraphId, graphUrl, withoutNulls } from '../meta/client.ts';
import { callGraph } from '../meta/graph.ts';
import { platformText, tokenText, webUrl } from '../shared/platform-text.ts';
import type { ConnectFailure } from '../shared/reply.ts';
import type { FacebookCall } from './call.ts';
import { toConnectFailure } from './errors.ts';
import { publishTask } from './scopes.ts';

const Page = Type.Object({
  id: GraphId,
  name: Type.String({ minLength: 1 }),
  access_token: Type.String(),
  username: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  tasks: Type.Optional(Type.Array(Type.String())),
  picture: Type.Optional(Type.Unknown()),
});
const readPage = responseReader(Page);

type Page = Static<typeof Page>;
type Listed = { kind: 'pages'; pages: Page[] } | ConnectFailure;

const fields = 'id,name,username,access_token,picture.type(large),tasks';
/** A hundred Pages each; also ends a list whose cursors run in circles. */
const listsMax = 20;

/** Skips Pages without a token, to which the person has lost access. */
export async function listPages(call: FacebookCall, token: string): Promise<Listed> {
  const pages = new Map<string, Page>();
  let after: string | undefined;
  for (let count = 0; count < listsMax; count += 1) {
    const query = { fields, limit: '100', ...(after === undefined ? {} : { after }) };
    const reply = await callGraph(call.http, { url: graphUrl(call, 'me/accounts'), token, query });
    if (reply.kind !== 'ok') return toConnectFailure(reply);
    const { data, paging } = reply.json;
    if (!Array.isArray(data)) return { kind: 'unavailable', reason: 'the list of Pages could not be parsed' };
    for (const page of data.flatMap(toPage)) pages.set(String(page.id), page);
    after = cursorOf(paging);
    if (after === undefined) break;
  }
  return { kind: 'pages', pages: [...pages.values()] };
}

function toPage(value: unknown): Page[] {
  const page = readPage(withoutNulls(value));
  return page === undefined || tokenText(page.access_token) === undefined ? [] : [page];
}

/** The URL of the next page contains the token, so only its cursor is used. */
function cursorOf(paging: unknown): string | undefined {
  const next = isJsonObject(paging) ? webUrl(paging['next']) : undefined;
  return next === undefined ? undefined : (new URL(next).searchParams.get('after') ?? undefined);
}

export function toAccount(page: Page, granted: readonly string[]): RemoteAccount {
  const id = String(page.id);
  const name = platformText(page.name, 200) ?? id;
  const username = platformText(page.username);
  const avatarUrl = pictureOf(page.picture);
  return {
    providerAccountId: id,
    username: username ?? name,
    displayName: name,
    profileUrl: `https://www.facebook.com/${encodeURIComponent(username ?? id)}`,
    ...(avatarUrl === undefined ? {} : { avatarUrl }),
    grantedScopes: page.tasks?.includes(publishTask) === true ? [...granted, publishTask] : granted,
    tokens: { accessToken: page.access_token, isRefreshable: false },
    state: {},
  };
}

function pictureOf(picture: unknown): string | undefined {
  const data = isJsonObject(picture) ? picture['data'] : undefined;
  return isJsonObject(data) ? webUrl(data['url']) : undefined;
}
