import type { Call } from '../../core/network.ts';
import { refuse } from './errors.ts';

/** A readable object: values by field, and edges to one object or a list of them. */
export type Node = {
  readonly type: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly edges?: Readonly<Record<string, Node | readonly Node[]>>;
  /** Fields returned when the request names none; the ID by default. */
  readonly defaults?: readonly string[];
  /** Modifiers allowed after the name of a field, such as `type(large)`. */
  readonly modifiers?: Readonly<Record<string, readonly string[]>>;
};

type Field = { readonly name: string; readonly modifier?: string; readonly inner?: readonly Field[] };

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

function readName(call: Call, piece: string): Pick<Field, 'name' | 'modifier'> {
  const [, name, modifier] = /^(\w+)(?:\.(\w+\(\w+\)))?$/.exec(piece) ?? [];
  if (name === undefined) refuseSyntax(call, piece);
  return { name, ...(modifier !== undefined && { modifier }) };
}

/** Always includes the ID; fields without a value are omitted. */
function pick(call: Call, node: Node, requested: readonly Field[] | undefined): Record<string, unknown> {
  const fields = requested ?? (node.defaults ?? ['id']).map((name): Field => ({ name }));
  const picked: Record<string, unknown> = {};
  for (const field of fields) {
    const { name } = field;
    checkModifier(call, node, field);
    const isEdge = field.inner !== undefined || Object.hasOwn(node.edges ?? {}, name);
    if (!isEdge && !Object.hasOwn(node.values, name)) refuseField(call, node, name);
    picked[name] = isEdge ? readEdge(call, node, field) : node.values[name];
  }
  return { ...picked, id: node.values['id'] };
}

function checkModifier(call: Call, { modifiers = {} }: Node, { name, modifier }: Field): void {
  if (modifier !== undefined && modifiers[name]?.includes(modifier) !== true) refuseSyntax(call, modifier);
}

function readEdge(call: Call, node: Node, { name, inner }: Field): object | undefined {
  const edge = node.edges?.[name] ?? refuseField(call, node, name);
  if (!isMany(edge)) return { data: pick(call, edge, inner) };
  return edge.length === 0 ? undefined : { data: edge.map((each) => pick(call, each, inner)) };
}

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
