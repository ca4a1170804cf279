/** A line on the terminal with the progress of a test run, and each failure as it occurs. */
import { linesOf, type Tally } from './tally.ts'
import { type Weights, weightOf } from './weights.ts'

export interface Progress {
  /** Shows what a process has done. `key` names the process. */
  show(key: string, tally: Tally): void
  end(): void
}

export function createProgress(print: (text: string) => void, files: readonly string[], weights: Weights): Progress {
  const began = performance.now()
  const total = weightOf(files, weights)
  const doneByProcess = new Map<string, readonly string[]>()
  const failuresShown = new Map<string, number>()

  const line = () => {
    const done = [...doneByProcess.values()].flat()
    const weight = weightOf(done, weights)
    const seconds = (performance.now() - began) / 1_000
    const left = weight === 0 ? '' : `, about ${asTime((seconds * (total - weight)) / weight)} left`
    return `${done.length} of ${files.length} files, ${asTime(seconds)}${left}`
  }

  return {
    show(key, tally) {
      const { failures, secondsByFile, running } = tally
      doneByProcess.set(
        key,
        [...secondsByFile.keys()].filter((file) => file !== running),
      )
      const news = failures.slice(failuresShown.get(key) ?? 0)
      failuresShown.set(key, failures.length)
      print(`\r\u001b[K${news.map((failure) => `Failed: ${linesOf(failure).trimStart()}\n`).join('')}${line()}`)
    },
    end: () => print('\r\u001b[K'),
  }
}

const asTime = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
