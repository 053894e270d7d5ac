const excerptBytesMax = 1024;
// Masking shorter values would make excerpts unreadable and protect nothing.
const secretLengthMin = 4;
const wordLengthMin = 8;

export function responseExcerpt(body: Buffer, secrets: readonly string[]): string {
  const forms = [...new Set(secrets.flatMap(writtenForms))].toSorted((a, b) => b.length - a.length);
  // A secret that begins within the excerpt must be read whole.
  const readMax = excerptBytesMax + (forms[0]?.length ?? 0);
  const text = body.toString('utf8').slice(0, readMax).replaceAll('\u0000', '\uFFFD');
  // A mask has the length of its secret, so that the excerpt never includes text from after its end.
  const masked = forms.reduce((all, form) => all.replaceAll(form, '*'.repeat(form.length)), text);
  return cutToBytes(masked, excerptBytesMax);
}

function writtenForms(secret: string): string[] {
  const words = secret.split(/\s+/).filter((word) => word.length >= wordLengthMin);
  return [secret, ...words]
    .filter((value) => value.length >= secretLengthMin)
    .flatMap((value) => [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value.toWellFormed())]);
}

function cutToBytes(text: string, bytesMax: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytesMax));
  return text.slice(0, read);
}
