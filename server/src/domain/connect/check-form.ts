import { AppError } from '../../kernel/errors.ts';
import { checkOutboundUrl, UrlNotAllowed } from '../../kernel/outbound/url.ts';
import type { FormField } from '../../platforms/adapter.ts';
import type { Ctx } from '../context.ts';

export function checkForm(
  ctx: Pick<Ctx, 'addresses'>,
  fields: readonly FormField[],
  input: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const values: Record<string, string> = {};
  for (const field of fields) {
    const value = (input[field.name] ?? '').trim();
    if (value === '' && field.isRequired) throw fault(field, 'is required');
    if ([...value].length > field.lengthMax) throw fault(field, `must have at most ${field.lengthMax} characters`);
    if (value === '') continue;
    if (field.isUrl === true) checkUrl(ctx, field, value);
    values[field.name] = value;
  }
  return values;
}

function checkUrl({ addresses }: Pick<Ctx, 'addresses'>, field: FormField, value: string): void {
  try {
    checkOutboundUrl(value, addresses);
  } catch (error) {
    if (!(error instanceof UrlNotAllowed)) throw error;
    throw new AppError('urlNotAllowed', `${field.name}: ${error.message}`, { param: field.name });
  }
}

function fault({ name }: FormField, reason: string): AppError {
  return new AppError('validation', `${name} ${reason}`, { param: name });
}
