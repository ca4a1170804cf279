/**
 * The beginning of what a server said, in at most so many bytes of UTF-8, whole characters only, and as PostgreSQL can
 * keep it: without NUL.
 */
export function readText(bytes: Buffer, bytesMax: number): { readonly text: string; readonly isCut: boolean } {
  const text = decode(bytes, bytesMax).replaceAll('\0', '')
  // A byte that is no UTF-8 is replaced by a sign of three.
  const grown = Buffer.byteLength(text) > bytesMax
  return { text: grown ? decode(Buffer.from(text), bytesMax) : text, isCut: grown || bytes.length > bytesMax }
}

function decode(bytes: Buffer, bytesMax: number): string {
  if (bytes.length <= bytesMax) return bytes.toString('utf8')
  // As a stream that goes on, so that half a character at its end is left out and not replaced.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, bytesMax), { stream: true })
}
