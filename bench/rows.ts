/** Rows of the table that `npm run bench` prints. */

export interface Row {
  /** The same in every run, because the figures of other releases are found by it. */
  readonly what: string
  readonly value: number
  /** Higher values are better for units per second, and lower ones for all others. */
  readonly unit: string
  readonly note?: string
  /** Lost or duplicate messages. */
  readonly problem?: string
}

const isRate = (unit: string) => unit.endsWith('/s')
/** Differences up to this share are noise. */
const worseShare = 0.1

export function formatValue(value: number, unit: string): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  return `${value.toLocaleString('en', { maximumFractionDigits: digits })} ${unit}`
}

export const ms = (value: number) => formatValue(value, 'ms')

/** The value at this share of the sorted values: 0.5 is the median. */
export function at(share: number, values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

/** The new value divided by the previous one. */
export function describeRatio({ value, unit }: Row, previous: number): string {
  const isWorse = isRate(unit) ? value < previous * (1 - worseShare) : value > previous * (1 + worseShare)
  const digits = value / previous < 0.1 ? 3 : 2
  return `${(value / previous).toFixed(digits)}${isWorse ? ' (worse)' : ''}`
}

export interface Section {
  readonly title: string
  readonly rows: readonly (Row & { readonly isDisturbed: boolean })[]
  /** Figures of the previous release by row, where known. */
  readonly previous: Readonly<Record<string, number>>
}

/** One table of all sections, under the names of the previous release and of the measured version or date. An asterisk marks rows that were measured while the machine was not quiet. */
export function formatTable(release: string, measured: string, sections: readonly Section[]): string {
  const lines = sections.flatMap(({ title, rows, previous }) => [
    [title],
    ...rows.map((row) => {
      const known = previous[row.what]
      return [
        `  ${row.what}${row.isDisturbed ? ' *' : ''}`,
        known === undefined ? '' : formatValue(known, row.unit),
        formatValue(row.value, row.unit),
        known === undefined ? '' : describeRatio(row, known),
        row.note ?? '',
      ]
    }),
  ])
  const all = [['', release, measured, 'ratio', ''], ...lines]
  const columns = [0, 1, 2, 3, 4]
  const widths = columns.map((column) => Math.max(...all.map((line) => line[column]?.length ?? 0)))
  return all
    .map((line) => `${columns.map((column) => (line[column] ?? '').padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
    .map((line) => `${line}\n`)
    .join('')
}
