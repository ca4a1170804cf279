import type { Database } from '../db/index.ts'

type EngineName = Database['engine']

/** Rows written in one statement: few enough to keep a lock, and the embedded engine, for a short time. */
const rowsMax: Readonly<Record<EngineName, number>> = { postgres: 1_000, embedded: 250 }
/** Rows may be long, and stay in memory until their piece is full. */
const charactersMax = 2 ** 20

/** Rows of a file that are stored together. Keeps them as JSON text, which takes a fraction of their memory. */
export function openPiece(engine: EngineName) {
  let rows: string[] = []
  let characters = 0
  return {
    get size() {
      return rows.length
    },
    /** Adds a row, and returns whether the piece is full. */
    add(row: unknown): boolean {
      const text = JSON.stringify(row)
      rows.push(text)
      characters += text.length
      return rows.length >= rowsMax[engine] || characters > charactersMax
    },
    /** Empties the piece, and returns its rows as a JSON list. */
    take(): string {
      const json = `[${rows.join(',')}]`
      rows = []
      characters = 0
      return json
    },
  }
}
