import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'

const known = {
  messages: { fallback: '20000000', about: 'messages of the large database' },
  weeks: { fallback: '15', about: 'its partitions, of a week each; 57 for 400 days' },
  rounds: { fallback: '3', about: 'measured rounds with load of each database; the table has medians' },
  seconds: { fallback: '8', about: 'length of a round with load' },
  rate: { fallback: '1000', about: 'sends per second in a round' },
  url: {
    fallback: '',
    about: 'a PostgreSQL server to use instead of a temporary one; its filled databases are kept and used again',
  },
} as const

export interface RetentionOptions {
  readonly messages: number
  readonly weeks: number
  readonly rounds: number
  readonly seconds: number
  readonly rate: number
  readonly url: string | null
}

/** Per message, with its indexes, references and write-ahead log. */
const bytesPerMessage = 820

/** Returns null for --help. */
export function readOptions(words: readonly string[]): RetentionOptions | null {
  const entries = Object.entries(known).map(([name, { fallback }]) => [name, { type: 'string', default: fallback }])
  const { values } = parseArgs({
    args: [...words],
    options: { ...Object.fromEntries(entries), help: { type: 'boolean' }, short: { type: 'boolean' } },
  }) as { values: Readonly<Record<string, unknown>> }
  if (values.help === true) return null
  const isShort = values.short === true
  const text = (name: keyof typeof known) => String(values[name])
  const count = (name: keyof typeof known, short?: number) => {
    const value = isShort && short !== undefined && text(name) === known[name].fallback ? short : Number(text(name))
    if (!Number.isInteger(value) || value < 1)
      throw new Error(`--${name} is a whole number from 1 on, not ${text(name)}`)
    return value
  }
  return {
    messages: count('messages', 1_000_000),
    weeks: count('weeks'),
    rounds: count('rounds', 1),
    seconds: count('seconds', 4),
    rate: count('rate'),
    url: text('url') || null,
  }
}

export function describeOptions(): string {
  const lines = Object.entries(known).map(
    ([name, { fallback, about }]) => `  --${name.padEnd(10)} ${about}${fallback === '' ? '' : ` (${fallback})`}`,
  )
  return `npm run bench:retention -- [options]\n${lines.join('\n')}\n  --short      a million messages and one round\n`
}

/** Throws when the temporary directory has too little space. */
export function describeSpace({ messages }: RetentionOptions): string {
  const { bavail, bsize } = statfsSync(tmpdir())
  const [free, needed] = [bavail * bsize, messages * bytesPerMessage].map((bytes) => Math.ceil(bytes / 1e9))
  if ((free ?? 0) < (needed ?? 0) + 5)
    throw new Error(`about ${needed} GB are needed and ${free} GB are free in ${tmpdir()}`)
  return `about ${needed} GB are needed, ${free} GB are free`
}
