import type { Call } from '../../core/platform.ts';
import { refuse } from './errors.ts';

export type Node = {
  readonly type: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** Returned as they are; edges are wrapped in `data`. */
  readonly objects?: Readonly<Record<string, Node | undefined>>;
  readonly edges?: Readonly<Record<string, Node | readonly Node[]>>;
  /** Returned when the request names no fields; default: the ID. */
  readonly defaults?: readonly string[];
  /** After a field's name, such as `type(large)`. */
  readonly modifiers?: Readonly<Record<string, readonly string[]>>;
};

type Field = { readonly name: string; readonly modifiers: readonly string[]; readonly inner?: readonly Field[] };

export function readNode(call: Call, node: Node, fields: string | undefined): Record<string, unknown> {
  return pick(call, node, fields === undefined ? undefined : parse(call, fields));
}

function parse(call: Call, text: string): readonly Field[] {
  const pieces = text.replaceAll(/\s/g, '').match(/[{},]|[^{},]+/g) ?? [];
  const level = (isInner: boolean): Field[] => {
    const fields: Field[] = [];
    for (;;) {
      const named = readName(call, pieces.shift() ?? '');
      const inner = pieces[0] === '{' && pieces.shift() ? level(true) : undefined;
      fields.push({ ...named, ...(inner && { inner }) });
      const next = pieces.shift();
      if (next === (isInner ? '}' : undefined)) return fields;
      if (next !== ',') refuseSyntax(call, next ?? 'end of string');
    }
  };
  return level(false);
}

function readName(call: Call, piece: string): Pick<Field, 'name' | 'modifiers'> {
  const [, name, modifiers = ''] = /^(\w+)((?:\.\w+\(\w+\))*)$/.exec(piece) ?? [];
  if (name === undefined) refuseSyntax(call, piece);
  return { name, modifiers: modifiers.split('.').slice(1) };
}

/** Always includes the ID; omits fields without a value. */
function pick(call: Call, node: Node, requested: readonly Field[] | undefined): Record<string, unknown> {
  const fields = requested ?? (node.defaults ?? ['id']).map((name): Field => ({ name, modifiers: [] }));
  const picked: Record<string, unknown> = {};
  for (const field of fields) {
    checkModifiers(call, node, field);
    picked[field.name] = readField(call, node, field);
  }
  return { ...picked, id: node.values['id'] };
}

function readField(call: Call, node: Node, field: Field): unknown {
  const { name, inner } = field;
  if (Object.hasOwn(node.objects ?? {}, name)) {
    const object = node.objects?.[name];
    return object && pick(call, object, inner);
  }
  if (inner !== undefined || Object.hasOwn(node.edges ?? {}, name)) return readEdge(call, node, field);
  return Object.hasOwn(node.values, name) ? node.values[name] : refuseField(call, node, name);
}

function checkModifiers(call: Call, node: Node, { name, modifiers }: Field): void {
  const unknown = modifiers.find((modifier) => node.modifiers?.[name]?.includes(modifier) !== true);
  if (unknown !== undefined) refuseSyntax(call, unknown);
}

function readEdge(call: Call, node: Node, { name, inner }: Field): object | undefined {
  const edge = node.edges?.[name] ?? refuseField(call, node, name);
  if (!isMany(edge)) return { data: pick(call, edge, inner) };
  if (edge.length === 0) return undefined;
  const data = edge.slice(0, nestedMax).map((each) => pick(call, each, inner));
  if (edge.length <= nestedMax) return { data };
  const next = `https://${call.request.host}/${String(node.values['id'])}/${name}`;
  return { data, paging: { next } };
}

/** Page size of lists inside an object. */
const nestedMax = 25;

const isMany = (edge: Node | readonly Node[]): edge is readonly Node[] => Array.isArray(edge);

function refuseField(call: Call, node: Node, name: string): never {
  refuse(call, {
    message: `(#100) Tried accessing nonexisting field (${name}) on node type (${node.type})`,
    code: 100,
  });
}

function refuseSyntax(call: Call, piece: string): never {
  refuse(call, { message: `Syntax error "Expected name instead of "${piece}"."`, code: 2500 });
}
