import { AppError } from '../../../kernel/errors.ts';
import type { Ctx } from '../../context.ts';
import { bulkCreateContacts } from '../bulk-create-contacts.ts';
import { batchMax } from './limits.ts';
import type { CsvRow } from './read-contact-file.ts';

type ContactImport = {
  profileId: string;
  accountId: string | undefined;
  hasChannels: boolean;
  isDryRun: boolean;
  rows: readonly CsvRow[];
};

type LineError = { line: number; message: string };
type ImportResult = { created: number; skipped: number; total: number; errors: LineError[] };
type Batch = { rowsDone: number; lastLine: number; errors: readonly LineError[] };

/**
 * Uses a transaction per thousand rows, so that others can write in between. A dry run uses one, to see repetitions between
 * batches.
 */
export async function importContacts(
  ctx: Ctx,
  input: ContactImport,
  report: (batch: Batch) => void = () => undefined,
): Promise<ImportResult> {
  const rows = input.hasChannels ? input.rows : input.rows.map(withoutChannel);
  if (input.accountId === undefined) requireNoChannels(rows);
  const result: ImportResult = { created: 0, skipped: 0, total: rows.length, errors: [] };
  const size = input.isDryRun ? rows.length : batchMax;
  for (let start = 0; start < rows.length; start += size) {
    const batch = rows.slice(start, start + size);
    const { created, skipped, errors } = await importBatch(ctx, input, batch);
    result.created += created;
    result.skipped += skipped;
    result.errors.push(...errors);
    report({ rowsDone: start + batch.length, lastLine: batch.at(-1)?.line ?? 0, errors });
  }
  return result;
}

async function importBatch(
  ctx: Ctx,
  { profileId, accountId, isDryRun }: ContactImport,
  batch: readonly CsvRow[],
): Promise<Omit<ImportResult, 'total'>> {
  const unreadable = batch.flatMap(({ line, fault }) => (fault === undefined ? [] : [{ line, message: fault }]));
  const readable = batch.filter(({ fault }) => fault === undefined);
  if (readable.length === 0) return { created: 0, skipped: 0, errors: unreadable };
  const { created, skipped, errors } = await bulkCreateContacts(ctx, {
    ...{ profileId, isDryRun, isChannelOptional: true, contacts: readable.map(({ fields }) => fields) },
    ...(accountId === undefined ? {} : { accountId }),
  });
  const refused = errors.map(({ row, message }) => ({ line: readable[row - 1]?.line ?? 0, message }));
  return { created, skipped, errors: [...unreadable, ...refused].toSorted((a, b) => a.line - b.line) };
}

const channelColumns = ['platformIdentifier', 'displayIdentifier'];

function withoutChannel(row: CsvRow): CsvRow {
  if (row.fields === undefined) return row;
  const entries = Object.entries(row.fields).filter(([name]) => !channelColumns.includes(name));
  return { line: row.line, fields: Object.fromEntries(entries) };
}

/** Importing the file again could not add the channel to such a contact. */
function requireNoChannels(rows: readonly CsvRow[]): void {
  const first = rows.find(({ fields }) => fields?.['platformIdentifier'] !== undefined);
  if (first === undefined) return;
  throw new AppError(
    'validation',
    `Line ${first.line} has a platformIdentifier: choose the account it belongs to with --account, or use --no-channels ` +
      'to import contacts without channels.',
  );
}
