import { checkInvariants } from '../../check.ts';
import { readApiDescription, type Operation } from '../../harness/api-description.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import type { Random } from '../../harness/random.ts';
import { inParallel } from '../../harness/wait.ts';
import { openFixture, type Fixture, type Principal } from './fixture.ts';
import { idPositionsOf, type IdKind, type IdPosition } from './id-positions.ts';
import { buildRequest, ownId, sendRequest, type Change, type Reply } from './requests.ts';
import type { Resources } from './resources.ts';
import { changedTables, digestRows } from './row-digest.ts';

/** Positions whose owner, too, gets the response for an unknown ID. */
const unreachable: Readonly<Record<string, string>> = {
  'listPostComments query cursor': 'the operation is reserved',
  'listPostReactions query cursor': 'the operation is reserved',
  'syncExternalPosts body postId': 'a post that Herald has published is not external',
  'bulkUploadPosts header x-request-id': 'a replay differs in the IDs of its posts, which judgeBytes compares',
};

/** The platform checks boards when it creates the pin. */
const isUnreachable = (name: string): boolean => name in unreachable || /platforms\.\*\.\w+\.boardId$/.test(name);

/** These keep the history of what was deleted, so its ID is not unknown to them. */
const historyOf: Partial<Record<IdKind, RegExp>> = {
  account:
    /^(listPosts|exportPosts|getAnalytics|exportAnalytics|getDailyMetrics|exportDailyMetrics|getBestTimeToPost)$/,
  webhook: /^listWebhookDeliveries$/,
  delivery: /^(getWebhookDelivery|redeliverWebhookDelivery)$/,
};

/** A foreign ID has a documented response of its own here. */
const documentedCodes: Readonly<Record<string, string>> = { 'completeConnect body state': 'oauthStateUserMismatch' };

export const crossTenantMatrix: Case = {
  id: 'cross-tenant-matrix',
  about:
    'Sends IDs of another tenant, of another profile, of deleted things and malformed ones in every position of every operation, with six kinds of keys; the response is that of an unknown ID, contains nothing foreign, and changes no foreign row.',
  run: async (testbed, { tier, random }) => {
    const findings = noFindings();
    await using fixture = await openFixture(testbed);
    const { api, database, foreign, otherProfile, foreignTenant, tenant } = fixture;
    const description = await readApiDescription(api.baseUrl);
    const operations = description.operations.filter(({ needsKey }) => needsKey);
    const cells: Cell[] = [];
    for (const operation of operations) {
      const { positions, unknown } = idPositionsOf(operation, description);
      findings.faults.push(...unknown.map((name) => `${name} is not in the matrix`));
      cells.push(...(await createCells(fixture, operation, positions)));
    }
    const matrix: Matrix = { fixture, requests: 0, malformedMax: tier === 'full' ? Infinity : 1, random };
    const guarded = [...heraldIds(foreign), ...heraldIds(otherProfile), foreignTenant.ownerId];
    let digests = await digestRows(database, guarded);
    for (const operation of operations) {
      const tested = cells.filter((cell) => cell.operation === operation);
      // Parallel updates of one thing would see each other.
      const atOnce = ['PUT', 'PATCH'].includes(operation.method) ? 1 : 4;
      await inParallel(tested, atOnce, async (cell) => void findings.faults.push(...(await testCell(matrix, cell))));
      const after = await digestRows(database, guarded);
      const changed = changedTables(digests, after);
      if (changed.length > 0) findings.faults.push(`${operation.id} changed foreign rows of ${changed.join(', ')}`);
      digests = after;
    }
    findings.faults.push(...(await checkReach(matrix, operations, cells)));
    findings.counts = {
      ...{ operations: operations.length, positions: new Set(cells.map(nameOf)).size, cells: cells.length },
      requests: matrix.requests,
    };
    const secrets = [tenant.key, foreignTenant.key];
    const violations = await checkInvariants(database.sql, { secrets, logs: testbed.supervisor.logs() });
    // No worker delivers the events of the requests.
    findings.faults.push(...violations.filter((text) => !text.startsWith('no-stuck-deliveries')));
    return findings;
  },
};

type Matrix = {
  fixture: Fixture;
  requests: number;
  malformedMax: number;
  random: Random;
};

/** `values` are IDs that must be treated like `unknown`. */
type Cell = {
  operation: Operation;
  position: IdPosition | undefined;
  principal: Principal;
  unknown: string;
  values: readonly Value[];
  reply?: Reply;
};
/** `free`: not a secret of a tenant, such as the URL of a file or the platform's ID of a post. */
type ValueKind = 'foreign' | 'free' | 'otherProfile' | 'deleted' | 'malformed';

function nameOf({ operation, position }: Pick<Cell, 'operation' | 'position'>): string {
  return position === undefined ? operation.id : `${operation.id} ${position.in} ${position.name}`;
}

const heraldIds = ({ ids, draftId, bulkPostId, pinterestId }: Resources): string[] =>
  [...Object.values(ids), draftId, bulkPostId, pinterestId].filter((id) => /^[a-z]{3}_[0-9a-z]{24}$/.test(id));

type Value = { kind: ValueKind; value: string };

async function createCells(fixture: Fixture, operation: Operation, positions: readonly IdPosition[]): Promise<Cell[]> {
  const { principals } = fixture;
  if (positions.length === 0) {
    return principals.map((principal) => ({ operation, position: undefined, principal, unknown: '', values: [] }));
  }
  const cells: Cell[] = [];
  for (const position of positions) {
    const foreign = await idOf(fixture, operation, position, 'foreign');
    const values = await valuesOf(fixture, operation, position, foreign);
    for (const [index, principal] of principals.entries()) {
      const unknown = scramble(foreign, index);
      // Refused requests count towards the limit on failed authentication, and the key of a request works once.
      const isTested = !principal.isRefused && (position.in !== 'header' || index === 0);
      const tried = values.filter(({ kind }) => isTested && (kind !== 'otherProfile' || principal.isLimited));
      cells.push({ operation, position, principal, unknown, values: tried });
    }
  }
  return cells;
}

async function valuesOf(
  fixture: Fixture,
  operation: Operation,
  position: IdPosition,
  foreign: string,
): Promise<Value[]> {
  const { kind } = position;
  const malformed = [`${foreign}%`, foreign.toUpperCase(), ` ${foreign}`, `${foreign}\u0000`, "' OR '1'='1"]
    .filter((value) => position.in !== 'header' || /^[\x21-\x7e]+$/.test(value))
    .map((value) => ({ kind: 'malformed' as const, value }));
  const isFree =
    kind === 'mediaUrl' || (kind === 'platformPost' && operation.path.startsWith('/v1/comment-automations'));
  if (isFree) return [{ kind: 'free', value: foreign }, ...malformed];
  const values: Value[] = [{ kind: 'foreign', value: foreign }, ...malformed];
  if (['requestId', 'idempotencyKey', 'cursor', 'connectState'].includes(kind)) return values;
  if (!(historyOf[kind]?.test(operation.id) ?? false)) {
    values.push({ kind: 'deleted', value: await idOf(fixture, operation, position, 'deleted') });
  }
  // Files belong to a user, not to a profile.
  if (kind === 'media') return values;
  return [...values, { kind: 'otherProfile', value: await idOf(fixture, operation, position, 'otherProfile') }];
}

async function idOf(
  { api, tenant, foreignTenant, ...sets }: Fixture,
  operation: Operation,
  { kind }: IdPosition,
  set: 'foreign' | 'otherProfile' | 'deleted',
): Promise<string> {
  if (kind !== 'cursor') return ownId(operation, kind, sets[set]);
  const user = set === 'foreign' ? foreignTenant : tenant;
  const request = buildRequest({ operation, own: sets[set], serial: 0 });
  const path = `${request.path}${request.path.includes('?') ? '&' : '?'}limit=1`;
  const { text } = await sendRequest(api.baseUrl, user.key, { ...request, path });
  return /"(?:nextCursor|cursor)":"([^"]+)"/.exec(text)?.[1] ?? 'no-cursor';
}

function scramble(id: string, serial: number): string {
  const extension = /\.\w{3}$/.exec(id)?.[0] ?? '';
  const stem = id.slice(0, id.length - extension.length);
  return `${stem.slice(0, -6)}${/^\d+$/.test(stem) ? '00000' : 'zzzzz'}${serial}${extension}`;
}

async function testCell(matrix: Matrix, cell: Cell): Promise<string[]> {
  const { position, principal, unknown, values } = cell;
  const name = `${nameOf(cell)}, ${principal.name}`;
  const reference = await send(matrix, cell, position === undefined ? [] : [{ position, value: unknown }]);
  cell.reply = { ...reference, text: mask(reference.text, unknown) };
  const faults = [...judgeBytes(matrix, principal, reference, unknown), ...judgeStatus(principal, reference)];
  const malformed = matrix.random.shuffle(values.filter(({ kind }) => kind === 'malformed'));
  const tried = [...values.filter(({ kind }) => kind !== 'malformed'), ...malformed.slice(0, matrix.malformedMax)];
  if (position === undefined) return faults.map((fault) => `${name}: ${fault}`);
  for (const { kind, value } of tried) {
    const reply = await send(matrix, cell, [{ position, value }]);
    const replyFaults = [...judgeBytes(matrix, principal, reply, value), ...judgeStatus(principal, reply)];
    if (kind !== 'malformed' && kind !== 'free') replyFaults.push(...judgeLikeness(cell, { kind, value, reply }));
    faults.push(...replyFaults.map((fault) => `${kind} ID: ${fault}`));
  }
  return faults.map((fault) => `${name}: ${fault}`);
}

type Tried = { kind: ValueKind; value: string; reply: Reply };

function judgeLikeness(cell: Cell, { kind, value, reply }: Tried): string[] {
  const text = mask(reply.text, value);
  if (reply.status === cell.reply?.status && text === cell.reply.text) return [];
  const code = documentedCodes[nameOf(cell)];
  if (code !== undefined && reply.text.includes(`"${code}"`)) return [];
  if (kind === 'otherProfile' && /"code":"forbidden"|no access to the profile|the key may not use/.test(text))
    return [];
  const unknown = `${cell.reply?.status} ${cell.reply?.text.slice(0, 200)}`;
  return [`returned ${reply.status} ${text.slice(0, 200)}, and ${unknown} for an unknown ID`];
}

async function send(matrix: Matrix, { operation, principal }: Cell, changes: readonly Change[]): Promise<Reply> {
  const { api, own } = matrix.fixture;
  matrix.requests += 1;
  const request = buildRequest({ operation, own, serial: matrix.requests, changes });
  return await sendRequest(api.baseUrl, principal.key, request);
}

function judgeStatus({ isRefused }: Principal, { status, text }: Reply): string[] {
  if (isRefused) return status === 401 ? [] : [`returned ${status} to a deleted key`];
  return status < 500 || [502, 507].includes(status) ? [] : [`returned ${status} ${text}`];
}

function judgeBytes(
  { fixture: { foreign, otherProfile } }: Matrix,
  { isLimited }: Principal,
  { text }: Reply,
  sent: string,
): string[] {
  const hidden = [foreign, ...(isLimited ? [otherProfile] : [])];
  return hidden
    .flatMap((resources) => [resources.canary, ...heraldIds(resources)])
    .filter((bytes) => bytes !== sent && !sent.includes(bytes) && text.includes(bytes))
    .map((bytes) => `the response contains ${bytes}`);
}

function mask(text: string, sent: string): string {
  return text
    .replaceAll(JSON.stringify(sent).slice(1, -1), '<sent>')
    .replaceAll(encodeURIComponent(sent), '<sent>')
    .replaceAll(/[a-z]{3}_[0-9a-z]{24}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
    .replaceAll(/https:\/\/herald\.example\/media\/[\w.…-]+/g, '<file>')
    .replaceAll(/"messageId":"[^"]+"|"skipped":(true|false)/g, '<varies>')
    .replaceAll(/(Text|Row|person-|bulk-) ?\d+/g, '<serial>');
}

/** The owner sends every request with its own IDs: a position without an effect on the response is not tested. */
async function checkReach(matrix: Matrix, operations: readonly Operation[], cells: readonly Cell[]): Promise<string[]> {
  const { fixture } = matrix;
  const faults: string[] = [];
  for (const operation of operations.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    const tested = cells.filter((cell) => cell.operation === operation && cell.principal.key === fixture.tenant.key);
    const changes: Change[] = [];
    for (const { position } of tested) {
      if (position === undefined) continue;
      changes.push({ position, value: await idOf(fixture, operation, position, 'foreign') });
    }
    // What is deleted cannot be deleted for the next position.
    const deleted = operation.method === 'DELETE' ? await sendAsOwner(matrix, operation, changes) : undefined;
    for (const cell of tested) {
      const change = changes.find(({ position }) => position === cell.position);
      if (change === undefined || isUnreachable(nameOf(cell))) continue;
      const reply = deleted ?? (await sendAsOwner(matrix, operation, [change]));
      if (reply.status !== cell.reply?.status || mask(reply.text, change.value) !== cell.reply.text) continue;
      faults.push(`${nameOf(cell)}: its owner gets ${reply.status} ${reply.text.slice(0, 200)} as for an unknown ID`);
    }
  }
  return faults;
}

async function sendAsOwner(matrix: Matrix, operation: Operation, changes: readonly Change[]): Promise<Reply> {
  const { api, foreign, foreignTenant } = matrix.fixture;
  matrix.requests += 1;
  const request = buildRequest({ operation, own: foreign, serial: matrix.requests, changes });
  return await sendRequest(api.baseUrl, foreignTenant.key, request);
}

/** Accounts and profiles come last, because their deletion takes everything else with them. */
function rankOf({ method, path }: Operation): number {
  if (method !== 'DELETE') return ['GET', 'POST', 'PUT', 'PATCH'].indexOf(method);
  if (path.endsWith('/hide')) return 5;
  if (path.startsWith('/v1/accounts/')) return 7;
  if (path.startsWith('/v1/profiles/')) return 8;
  return 6;
}
