import { withoutFormula, writeCsvLine } from '../../../kernel/text/csv.ts';
import { scopeOf } from '../../access.ts';
import type { Ctx } from '../../context.ts';
import { selectContactBatch, type ExportedContactRow } from '../contact-store.ts';
import { requireChannelAccount } from '../require-channel-account.ts';
import { csvColumns } from './csv-columns.ts';

const batchMax = 500;

type ContactExport = { profileId: string | undefined; accountId: string | undefined };
type ExportResult = { count: number; accountIds: string[] };

/** Oldest first, so that an import keeps the order. Returns the accounts of the written channels. */
export async function exportContacts(
  ctx: Ctx,
  { profileId, accountId }: ContactExport,
  write: (text: string) => Promise<void>,
): Promise<ExportResult> {
  if (accountId !== undefined) await requireChannelAccount(ctx, { accountId, profileId });
  await write(writeCsvLine(Object.keys(csvColumns)));
  const accountIds = new Set<string>();
  let count = 0;
  let after: ExportedContactRow | undefined;
  do {
    const filter = { profileId, accountId, after, limit: batchMax };
    const batch = await selectContactBatch(ctx.db, scopeOf(ctx.caller), filter);
    if (batch.length > 0) await write(batch.map(writeContact).join(''));
    for (const { accountId: id } of batch) if (id !== null) accountIds.add(id);
    count += batch.length;
    after = batch.length < batchMax ? undefined : batch.at(-1);
  } while (after !== undefined);
  return { count, accountIds: [...accountIds] };
}

function writeContact(contact: ExportedContactRow): string {
  return writeCsvLine(Object.values(csvColumns).map((column) => withoutFormula(column.write(contact))));
}
