export async function* exactLength(
  source: AsyncIterable<Uint8Array>,
  sizeBytes: number | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  let count = 0;
  for await (const chunk of source) {
    count += chunk.byteLength;
    if (sizeBytes !== undefined && count > sizeBytes) {
      throw new Error(`The file is longer than the ${sizeBytes} bytes declared.`);
    }
    yield chunk;
  }
  if (sizeBytes !== undefined && count < sizeBytes) {
    throw new Error(`The file ended after ${count} of the ${sizeBytes} bytes declared.`);
  }
}
