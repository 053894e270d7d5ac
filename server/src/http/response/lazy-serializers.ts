import { SerializerSelector, type SerializerFactory } from '@fastify/fast-json-stringify-compiler';

/** Compiling all serializers at the start takes half a second. */
export const lazySerializers: SerializerFactory = (externalSchemas, options) => {
  const compile = SerializerSelector()(externalSchemas, options);
  return (route) => {
    let serialize: ReturnType<typeof compile> | undefined;
    return (data) => (serialize ??= compile(route))(data);
  };
};
