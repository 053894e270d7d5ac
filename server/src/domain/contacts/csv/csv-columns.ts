import type { ContactChannelRow, ContactRow } from '../../../db/contact-rows.ts';
import { readBoolean, splitList } from '../../../kernel/text/csv-cell.ts';
import { isJsonObject, parseJson } from '../../../kernel/text/json.ts';
import type { BulkContact } from '../../../schemas/contact.ts';

type CsvContact = Omit<ContactRow, 'source'> & {
  [Key in 'platformIdentifier' | 'displayIdentifier']: ContactChannelRow[Key] | null;
};

type CsvColumn = {
  write(contact: CsvContact): string;
  /** Called for cells that are not blank; undefined if the cell is not `expected`. */
  read(cell: string): unknown;
  expected: string;
};

export const csvColumns: Readonly<Record<keyof BulkContact, CsvColumn>> = {
  name: text(({ name }) => name),
  email: text(({ email }) => email),
  company: text(({ company }) => company),
  avatarUrl: text(({ avatarUrl }) => avatarUrl),
  tags: { write: ({ tags }) => writeTags(tags), read: readTags, expected: 'a list' },
  isSubscribed: flag(({ isSubscribed }) => isSubscribed),
  isBlocked: flag(({ isBlocked }) => isBlocked),
  notes: { ...text(({ notes }) => notes), read: (cell) => cell },
  customFields: {
    write: ({ customFields }) => (customFields === null ? '' : JSON.stringify(customFields)),
    read: readObject,
    expected: 'a JSON object such as {"size":"M"}',
  },
  platformIdentifier: text(({ platformIdentifier }) => platformIdentifier),
  displayIdentifier: text(({ displayIdentifier }) => displayIdentifier),
};

function text(value: (contact: CsvContact) => string | null): CsvColumn {
  return { write: (contact) => value(contact) ?? '', read: (cell) => cell.trim(), expected: 'a text' };
}

function flag(value: (contact: CsvContact) => boolean): CsvColumn {
  return { write: (contact) => String(value(contact)), read: readBoolean, expected: 'true or false' };
}

/** Writes JSON if a list would split a tag that contains a comma. */
function writeTags(tags: readonly string[]): string {
  const list = tags.join(',');
  const isRestored = JSON.stringify(readTags(list)) === JSON.stringify(tags);
  return isRestored ? list : JSON.stringify(tags);
}

function readTags(cell: string): string[] {
  const parsed = parseJson(cell);
  const isArray = parsed.ok && Array.isArray(parsed.value) && parsed.value.every((tag) => typeof tag === 'string');
  return isArray ? (parsed.value as string[]) : splitList(cell);
}

function readObject(cell: string): object | undefined {
  const parsed = parseJson(cell);
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : undefined;
}
