type Sized = { maxItems?: number; maxProperties?: number; maxLength?: number };

/** Runs before validation: validators visit every item of a list that is too long. */
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
