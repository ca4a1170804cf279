/** Rows per statement. Small, because the embedded engine blocks while a statement runs. */
export const chunkSize = 1_000

export function* chunksOf<T>(items: Iterable<T>): Generator<T[]> {
  let chunk: T[] = []
  for (const item of items) {
    chunk.push(item)
    if (chunk.length < chunkSize) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}
