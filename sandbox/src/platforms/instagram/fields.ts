import type { Call } from '../../core/network.ts';
import { refuse } from './errors.ts';

/** What can be read of an object: values by field, or further objects behind an edge. */
export type Node = {
  readonly type: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly edges?: Readonly<Record<string, readonly Node[]>>;
};

type Field = { readonly name: string; readonly inner?: readonly Field[] };

export function readNode(call: Call, node: Node, fields: string | undefined): Record<string, unknown> {
  return pick(call, node, parse(call, fields));
}

export function parse(call: Call, text = 'id'): readonly Field[] {
  const pieces = text.replaceAll(/\s/g, '').match(/[{},]|[^{},]+/g) ?? [];
  const level = (isInner: boolean): Field[] => {
    const fields: Field[] = [];
    for (;;) {
      const name = pieces.shift() ?? '';
      if (!/^\w+$/.test(name)) refuseSyntax(call, name);
      const inner = pieces[0] === '{' && pieces.shift() ? level(true) : undefined;
      fields.push({ name, ...(inner && { inner }) });
      const next = pieces.shift();
      if (next === (isInner ? '}' : undefined)) return fields;
      if (next !== ',') refuseSyntax(call, next ?? 'end of string');
    }
  };
  return level(false);
}

/** The id comes along, asked for or not; fields without a value are left out. */
function pick(call: Call, node: Node, fields: readonly Field[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const { name, inner } of fields) {
    if (inner !== undefined || Object.hasOwn(node.edges ?? {}, name)) {
      const nodes = node.edges?.[name] ?? refuseField(call, node, name);
      if (nodes.length > 0) picked[name] = { data: nodes.map((each) => pick(call, each, inner ?? [{ name: 'id' }])) };
      continue;
    }
    if (!Object.hasOwn(node.values, name)) refuseField(call, node, name);
    picked[name] = node.values[name];
  }
  return { ...picked, id: node.values['id'] };
}

function refuseField(call: Call, node: Node, name: string): never {
  refuse(call, {
    message: `(#100) Tried accessing nonexisting field (${name}) on node type (${node.type})`,
    code: 100,
  });
}

function refuseSyntax(call: Call, piece: string): never {
  refuse(call, { message: `Syntax error "Expected name instead of "${piece}"."`, code: 2500 });
}
