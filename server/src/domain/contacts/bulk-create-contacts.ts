import { inTransaction } from '../../db/transaction.ts';
import type { ContactChannelRow, ContactRow } from '../../db/contact-rows.ts';
import { AppError } from '../../kernel/errors.ts';
import { BulkContact, contactTagsMax, type BulkContacts } from '../../schemas/contact.ts';
import { createBodyCheck } from '../../schemas/validate.ts';
import { isJsonObject } from '../../kernel/text/json.ts';
import { scopeOf } from '../access.ts';
import type { Ctx, TxCtx } from '../context.ts';
import { emit } from '../events/emit.ts';
import { lockOwner } from '../owners/lock-owner.ts';
import { numberCaps } from '../plans/limits.ts';
import { takeHourlyCap } from '../plans/take-hourly-cap.ts';
import { requireProfile } from '../profiles/require-profile.ts';
import { insertChannels, selectContactIds } from './channel-store.ts';
import { checkContactFields, contactColumns } from './contact-columns.ts';
import { countContacts, insertContacts, selectContactsBy, updateContactRow } from './contact-store.ts';
import { contactView } from './contact-view.ts';
import { newChannelRow, newContactRow } from './new-contact-rows.ts';
import { requireChannelAccount } from './require-channel-account.ts';

type Input = BulkContacts & {
  isDryRun?: boolean;
  isChannelOptional?: boolean;
};

/** Rows count from 1. */
type RowError = { row: number; message: string };
type Counts = { created: number; skipped: number };
type Result = Counts & { errors: RowError[]; total: number };

/** Runs in one transaction. Reports rows that are wrong, or too many, and creates the others. */
export async function bulkCreateContacts(ctx: Ctx, input: Input): Promise<Result> {
  const { profileId, accountId, platform, contacts, isDryRun = false } = input;
  if (accountId === undefined && platform !== undefined) {
    throw new AppError('validation', 'platform needs accountId', { param: 'platform' });
  }
  const rows = contacts.map((row, index) => readRow(ctx, row, { number: index + 1, input }));
  return await inTransaction(ctx, async (ctx) => {
    await lockOwner(ctx);
    await requireProfile(ctx, profileId);
    const account = accountId === undefined ? undefined : await requireChannelAccount(ctx, { accountId, profileId });
    const run = await openImport(ctx, { profileId, account, rows: rows.flatMap((row) => row.fields ?? []) });
    const errors = rows.flatMap(({ number, fields, error }) => {
      const fault = error ?? run.add(fields);
      return fault === undefined ? [] : [{ row: number, message: fault }];
    });
    const result = { ...run.counts(), errors, total: contacts.length };
    if (isDryRun) return result;
    await run.store();
    await takeHourlyCap(ctx, 'contact.bulk');
    return result;
  });
}

type Row =
  { number: number; fields: BulkContact; error?: undefined } | { number: number; fields?: undefined; error: string };

const checkRow = createBodyCheck(BulkContact, 'reject');

function readRow(ctx: Ctx, row: unknown, { number, input }: { number: number; input: Input }): Row {
  if (!isJsonObject(row)) return { number, error: 'must be an object' };
  try {
    const fields = checkRow(row) as BulkContact;
    checkContactFields(ctx, fields);
    const error = channelFault(fields, input);
    return error === undefined ? { number, fields } : { number, error };
  } catch (error) {
    if (error instanceof AppError) return { number, error: error.message };
    throw error;
  }
}

function channelFault(
  { platformIdentifier }: BulkContact,
  { accountId, isChannelOptional }: Input,
): string | undefined {
  if (platformIdentifier !== undefined) {
    return accountId === undefined ? 'platformIdentifier needs accountId' : undefined;
  }
  const isMissing = accountId !== undefined && isChannelOptional !== true;
  return isMissing ? 'platformIdentifier is required with accountId' : undefined;
}

type Account = { id: string; platform: string };
type Import = { profileId: string; account: Account | undefined; rows: readonly BulkContact[] };
type Known = { row: ContactRow; isNew: boolean; isChanged: boolean };

async function openImport(ctx: TxCtx, { profileId, account, rows }: Import) {
  const scope = scopeOf(ctx.caller);
  const { byEmail, byIdentifier } = await readKnown(ctx, { profileId, account, rows });
  const storedCount = await countContacts(ctx.db, scope);
  const created: Known[] = [];
  const channels: ContactChannelRow[] = [];
  let skipped = 0;

  const create = ({ platformIdentifier, displayIdentifier, ...fields }: BulkContact): void => {
    const row = newContactRow(ctx, { profileId, source: 'api', fields });
    const known = { row, isNew: true, isChanged: false };
    created.push(known);
    if (row.email !== null) byEmail.set(row.email, known);
    if (account === undefined || platformIdentifier === undefined) return;
    byIdentifier.set(platformIdentifier, known);
    const { id: accountId, platform } = account;
    const channel = { accountId, platform, platformIdentifier, displayIdentifier: displayIdentifier ?? null };
    channels.push(newChannelRow(ctx, row, channel));
  };
  return {
    add: (fields: BulkContact): string | undefined => {
      const known = byIdentifier.get(fields.platformIdentifier ?? '') ?? byEmail.get(fields.email?.toLowerCase() ?? '');
      if (known !== undefined) {
        const fault = mergeTags(known, fields.tags ?? [], ctx.clock.now());
        skipped += Number(fault === undefined);
        return fault;
      }
      const isFull = storedCount + created.length >= numberCaps.contacts;
      if (isFull) return `a user has at most ${numberCaps.contacts} contacts`;
      create(fields);
      return undefined;
    },
    counts: (): Counts => ({ created: created.length, skipped }),
    store: async (): Promise<void> => {
      const known = new Set([...byEmail.values(), ...byIdentifier.values()]);
      const changed = [...known].filter(({ isNew, isChanged }) => !isNew && isChanged);
      await insertContacts(
        ctx.db,
        created.map(({ row }) => row),
      );
      await insertChannels(ctx.db, channels);
      for (const { row } of changed) {
        const { id, tags, lowerTags, updatedAt } = row;
        await updateContactRow(ctx.db, scope, { id, changes: { tags, lowerTags, updatedAt } });
      }
      const emissions = [...created, ...changed].map(({ row, isNew }) => ({
        type: isNew ? ('contact.created' as const) : ('contact.updated' as const),
        resourceId: row.id,
        data: { contact: contactView(row), profileIds: [row.profileId] },
      }));
      emit(ctx, ...emissions);
    },
  };
}

async function readKnown(ctx: TxCtx, { profileId, account, rows }: Import) {
  const scope = scopeOf(ctx.caller);
  const emails = rows.flatMap(({ email }) => email?.toLowerCase() ?? []);
  const identifiers = rows.flatMap(({ platformIdentifier }) => platformIdentifier ?? []);
  const contactIds =
    account === undefined
      ? new Map<string, string>()
      : await selectContactIds(ctx.db, scope, { accountId: account.id, identifiers });
  const stored = await selectContactsBy(ctx.db, scope, { profileId, emails, ids: [...contactIds.values()] });
  const byId = new Map(stored.map((row) => [row.id, { row, isNew: false, isChanged: false }]));
  const byEmail = new Map<string, Known>();
  for (const known of byId.values()) {
    if (known.row.email !== null && known.row.profileId === profileId) byEmail.set(known.row.email, known);
  }
  const byIdentifier = new Map<string, Known>();
  for (const [identifier, id] of contactIds) {
    const known = byId.get(id);
    if (known !== undefined) byIdentifier.set(identifier, known);
  }
  return { byEmail, byIdentifier };
}

function mergeTags(known: Known, tags: readonly string[], updatedAt: Date): string | undefined {
  const merged = contactColumns({ tags: [...known.row.tags, ...tags] }, known.row);
  if (merged.tags.length > contactTagsMax) return `the contact would have more than ${contactTagsMax} tags`;
  if (merged.tags.length === known.row.tags.length) return undefined;
  known.row = { ...known.row, ...merged, updatedAt };
  known.isChanged = true;
  return undefined;
}
