type Finding = { keyword: string; schemaPath: string; message: string };
type Node = Readonly<Record<string, unknown>>;
type NumberSchema = {
  type?: string;
  minimum?: number;
  maximum?: number;
  default?: number;
  examples?: readonly number[];
};

/** Validators report patterns as regular expressions, so each schema with a pattern explains it in `x-rule`. */
export function ruleInWords(schema: object, { keyword, schemaPath, message }: Finding): string {
  const node = nodeAt(schema, schemaPath);
  switch (keyword) {
    case 'pattern':
    case 'additionalProperties':
      return typeof node?.['x-rule'] === 'string' ? node['x-rule'] : keyword === 'pattern' ? unexplained : message;
    case 'minimum':
    case 'maximum':
      return node === undefined ? message : rangeInWords(node);
    case 'type':
      return typeInWords(node) ?? message;
    default:
      return message;
  }
}

const typesInWords: Readonly<Record<string, string>> = {
  string: 'a text in quotes',
  array: 'a list in brackets',
  object: 'an object in braces',
  boolean: 'true or false, without quotes',
  null: 'null',
};

function typeInWords(node: Node | undefined): string | undefined {
  const type = String(node?.['type']);
  if (node !== undefined && (type === 'integer' || type === 'number')) return `${rangeInWords(node)}, without quotes`;
  return type in typesInWords ? `must be ${typesInWords[type]}` : undefined;
}

export function rangeInWords(schema: object): string {
  const { type, minimum, maximum, default: fallback, examples } = schema as NumberSchema;
  const kind = type === 'integer' ? 'a whole number' : 'a number';
  const example = examples?.[0] ?? fallback ?? minimum ?? maximum ?? 1;
  return `must be ${kind}${boundsInWords(minimum, maximum)}, such as ${example}`;
}

const unexplained = 'does not have the documented format';

function boundsInWords(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum === undefined) return maximum === undefined ? '' : ` of at most ${maximum}`;
  return maximum === undefined ? ` of at least ${minimum}` : ` from ${minimum} to ${maximum}`;
}

function nodeAt(schema: object, schemaPath: string): Node | undefined {
  let node: unknown = schema;
  for (const step of schemaPath.split('/').slice(1)) {
    if (typeof node !== 'object' || node === null) return undefined;
    node = Reflect.get(node, step.replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  return typeof node === 'object' && node !== null ? (node as Node) : undefined;
}
