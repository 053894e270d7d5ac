import {
  checkParameters,
  isRecord,
  type ParameterFault,
  type Parameters,
  type Shape,
} from '../../core/wire/parameters.ts';
import { refuse } from './errors.ts';

const emptyTexts: Readonly<Record<string, string>> = {
  text: 'message text is empty',
  photo: 'there is no photo in the request',
  video: 'there is no video in the request',
  animation: 'there is no animation in the request',
  media: 'there are no media in the request',
  message_id: 'message identifier is not specified',
  message_ids: 'message identifiers are not specified',
  user_id: 'invalid user_id specified',
};

export function refuseParameter({ kind, name }: ParameterFault): never {
  if (kind === 'unknown') refuse(400, `Bad Request: unknown parameter "${name}"`);
  if (kind === 'missing') refuse(400, `Bad Request: ${emptyTexts[name] ?? `${name} is empty`}`);
  refuse(400, `Bad Request: parameter "${name}" has a wrong type`);
}

export function readObject<S extends Shape>(value: unknown, name: string, shape: S): Parameters<S> {
  if (!isRecord(value)) refuseParameter({ kind: 'type', name });
  const reading = checkParameters(value, shape);
  return reading.ok ? reading.values : refuseParameter({ ...reading.fault, name: `${name}.${reading.fault.name}` });
}
