type Sized = { maxItems?: number; maxProperties?: number; maxLength?: number };

/**
 * Whether a value is longer than its JSON Schema allows, in words. Asked before a validator sees the value: validators
 * look at every item of a list that is too long anyway.
 */
export function sizeFault(schema: object, value: unknown): string | undefined {
  const { maxItems = Infinity, maxProperties = Infinity, maxLength = Infinity } = schema as Sized;
  if (typeof value === 'string') {
    return value.length > 2 * maxLength ? `must not have more than ${maxLength} characters` : undefined;
  }
  if (Array.isArray(value)) {
    return value.length > maxItems ? `must not have more than ${maxItems} items` : undefined;
  }
  if (typeof value !== 'object' || value === null || maxProperties === Infinity) return undefined;
  return Object.keys(value).length > maxProperties ? `must not have more than ${maxProperties} properties` : undefined;
}
