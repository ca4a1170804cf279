const everyMs = 500
/** In a log file every line stays. */
const loggedEveryMs = 10_000

export interface ProgressTarget {
  readonly isTTY?: boolean
  write(text: string): unknown
}

/** On a terminal, one line that is overwritten; elsewhere, a new line every ten seconds. */
export function createProgress(describe: () => string, target: ProgressTarget = process.stderr) {
  const isTerminal = target.isTTY === true
  const show = () => void target.write(isTerminal ? `\r\x1b[K${describe()}` : `ngoma: ${describe()}\n`)
  const timer = setInterval(show, isTerminal ? everyMs : loggedEveryMs).unref()
  return {
    end() {
      clearInterval(timer)
      if (isTerminal) target.write('\r\x1b[K')
    },
  }
}

/** Shows the progress while `run` works. */
export async function withProgress<T>(describe: () => string, run: () => Promise<T>): Promise<T> {
  const progress = createProgress(describe)
  try {
    return await run()
  } finally {
    progress.end()
  }
}

const barWidth = 24

export function barOf(done: number, total: number): string {
  const part = total === 0 ? 1 : Math.min(1, done / total)
  const full = Math.floor(part * barWidth)
  return `[${'#'.repeat(full)}${'.'.repeat(barWidth - full)}] ${String(Math.floor(part * 100)).padStart(3)}%`
}

export const sizeOf = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
