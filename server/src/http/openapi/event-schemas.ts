import { Type, type TSchema } from 'typebox';
import { Envelope, eventData, eventTypes } from '../../schemas/event.ts';
import type { Json } from './json.ts';

export type EmittedType = keyof typeof eventData;

export const emittedTypes = Object.keys(eventData) as EmittedType[];

/** From `post.partially_failed` to `PostPartiallyFailed`. */
export const eventName = (type: EmittedType): string =>
  type.replaceAll(/(?:^|[._])(\w)/g, (_match, letter: string) => letter.toUpperCase());

export function eventSchema(type: EmittedType): TSchema {
  const data = eventData[type];
  const literal = Type.Literal(type, { description: `Always \`${type}\`.` });
  return Type.Object(
    { ...Envelope.properties, type: literal, data },
    { title: `${eventName(type)}Event`, description: eventTypes[type].firedWhen },
  );
}

export function anyEvent({ title, description }: Json): Json {
  const mapping = Object.fromEntries(
    emittedTypes.map((type) => [type, `#/components/schemas/${eventName(type)}Event`] as const),
  );
  return { title, description, oneOf: emittedTypes.map(eventSchema), discriminator: { propertyName: 'type', mapping } };
}
