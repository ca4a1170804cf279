/** Measured seconds per test file, used to plan groups. `npm test -- --measure` writes them. */
import { readFileSync, writeFileSync } from 'node:fs'

export type Weights = Readonly<Record<string, number>>

/** For files that have not been measured yet. */
const defaultWeight = 3

const path = new URL('weights.json', import.meta.url)

export const readWeights = (): Weights => JSON.parse(readFileSync(path, 'utf8'))

export const weightOf = (files: readonly string[], weights: Weights): number =>
  files.reduce((sum, file) => sum + (weights[file] ?? defaultWeight), 0)

export function writeWeights(measured: Weights): void {
  const sorted = Object.entries(measured).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const rounded = sorted.map(([file, seconds]) => [file, Math.round(seconds * 10) / 10])
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`)
}
