/**
 * Decodes the beginning of a response: at most `bytesMax` bytes of UTF-8, whole characters, and without NUL, which
 * PostgreSQL cannot store.
 */
export function readText(bytes: Buffer, bytesMax: number): { readonly text: string; readonly isCut: boolean } {
  const text = decode(bytes, bytesMax).replaceAll('\0', '')
  // An invalid byte is replaced by a character of three bytes.
  const grown = Buffer.byteLength(text) > bytesMax
  return { text: grown ? decode(Buffer.from(text), bytesMax) : text, isCut: grown || bytes.length > bytesMax }
}

function decode(bytes: Buffer, bytesMax: number): string {
  if (bytes.length <= bytesMax) return bytes.toString('utf8')
  // In stream mode an incomplete character at the end is omitted instead of replaced.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, bytesMax), { stream: true })
}
