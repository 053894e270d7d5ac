import { SerializerSelector, type SerializerFactory } from '@fastify/fast-json-stringify-compiler';

/** Compiles the serializer of a response when it is first sent: compiling all of them at the start takes half a second. */
export const lazySerializers: SerializerFactory = (externalSchemas, options) => {
  const compile = SerializerSelector()(externalSchemas, options);
  return (route) => {
    let serialize: ReturnType<typeof compile> | undefined;
    return (data) => (serialize ??= compile(route))(data);
  };
};
