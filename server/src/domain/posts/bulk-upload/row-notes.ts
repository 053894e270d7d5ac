import { shown } from '../../../kernel/text/csv-cell.ts';

export type RowNotes = {
  readonly errors: string[];
  readonly warnings: string[];
  wrong(column: string, message: string): void;
  warn(column: string, message: string): void;
};

export function rowNotes(cells: ReadonlyMap<string, string>): RowNotes {
  const errors: string[] = [];
  const warnings: string[] = [];
  const describe = (column: string, message: string): string => {
    const value = cells.get(column)?.trim() ?? '';
    const subject = value === '' ? column : `${column} ${shown(value)}`;
    return message.startsWith(':') ? `${subject}${message}` : `${subject} ${message}`;
  };
  // Several accounts of a platform break the same rule.
  const once = (list: string[], text: string): void => void (list.includes(text) || list.push(text));
  return {
    errors,
    warnings,
    wrong: (column, message) => once(errors, describe(column, message)),
    warn: (column, message) => once(warnings, describe(column, message)),
  };
}
