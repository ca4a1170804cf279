/** Figures of both databases, and how much worse the large one is. */

/** How much a database holds. */
export interface Scale {
  readonly name: 'small' | 'large'
  readonly messages: number
  readonly accounts: number
  readonly endpoints: number
  readonly routes: number
  /** Accounts with due work. */
  readonly busyAccounts: number
}

export interface Figure {
  readonly what: string
  readonly unit: 'ms' | '/s' | 'MB'
  readonly small: number
  readonly large: number
}

const ratioMax = 1.5

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** Above 1 the large database is worse. */
const ratioOf = ({ unit, small, large }: Figure) => (unit === '/s' ? small / large : large / small)

const show = (value: number, unit: string) => {
  const digits = unit === 'ms' && value < 100 ? 2 : 0
  return `${value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })}${unit === '/s' ? '' : ' '}${unit}`
}

const cellsOf = (figure: Figure) => {
  const ratio = ratioOf(figure)
  return [
    figure.what,
    show(figure.small, figure.unit),
    show(figure.large, figure.unit),
    `${ratio.toFixed(2)}${ratio > ratioMax ? ' !' : ''}`,
  ]
}

export const describeFigure = (figure: Figure) => cellsOf(figure).join('  ')

export function describeFigures(figures: readonly Figure[]): string {
  const lines = [['', 'small', 'large', 'ratio'], ...figures.map(cellsOf)]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
