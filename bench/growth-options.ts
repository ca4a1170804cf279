import { parseArgs } from 'node:util'

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

export const smallScale: Scale = {
  name: 'small',
  messages: 50_000,
  accounts: 500,
  endpoints: 50,
  routes: 50,
  busyAccounts: 100,
}

export const parts = ['fill', 'claims', 'start', 'pages', 'accept', 'dispatch'] as const
export type Part = (typeof parts)[number]

const known = {
  messages: { fallback: '10000000', about: 'messages of the large database' },
  accounts: { fallback: '100000', about: 'its accounts' },
  endpoints: { fallback: '10000', about: 'its webhook endpoints' },
  routes: { fallback: '1000', about: 'its routes' },
  'busy-accounts': { fallback: '20000', about: 'its accounts with due work' },
  rounds: { fallback: '3', about: 'measured rounds of each database; the table has medians' },
  seconds: { fallback: '4', about: 'length of a round with load' },
  url: {
    fallback: '',
    about: 'a PostgreSQL server to use instead of a temporary one; its filled databases are kept and used again',
  },
  only: { fallback: '', about: `comma-separated parts: ${parts.join(', ')}; all by default` },
  profile: { fallback: '', about: 'directory for CPU profiles of the servers' },
} as const

export interface GrowthOptions {
  readonly large: Scale
  readonly rounds: number
  readonly seconds: number
  readonly url: string | null
  readonly profile: string | null
  readonly isWanted: (part: Part) => boolean
}

/** Returns null for --help. */
export function readOptions(words: readonly string[]): GrowthOptions | null {
  const entries = Object.entries(known).map(
    ([name, { fallback }]) => [name, { type: 'string', default: fallback }] as const,
  )
  const parsed = parseArgs({ args: [...words], options: { ...Object.fromEntries(entries), help: { type: 'boolean' } } })
  if (parsed.values.help === true) return null
  const values: Readonly<Record<string, unknown>> = parsed.values
  const text = (name: keyof typeof known) => String(values[name])
  const count = (name: keyof typeof known, min: number) => {
    const value = Number(text(name))
    if (!Number.isInteger(value) || value < min)
      throw new Error(`--${name} is a whole number from ${min} on, not ${text(name)}`)
    return value
  }
  const only = text('only') === '' ? parts : text('only').split(',')
  for (const one of only)
    if (!(parts as readonly string[]).includes(one)) throw new Error(`--only has ${parts.join(', ')}, not ${one}`)
  return {
    large: {
      name: 'large',
      messages: count('messages', smallScale.messages),
      accounts: count('accounts', smallScale.accounts),
      endpoints: count('endpoints', smallScale.endpoints),
      routes: count('routes', smallScale.routes),
      busyAccounts: count('busy-accounts', smallScale.busyAccounts),
    },
    rounds: count('rounds', 1),
    seconds: count('seconds', 1),
    url: text('url') || null,
    profile: text('profile') || null,
    isWanted: (part) => only.includes(part),
  }
}

export function describeOptions(): string {
  const lines = Object.entries(known).map(
    ([name, { fallback, about }]) => `  --${name.padEnd(14)} ${about}${fallback === '' ? '' : ` (${fallback})`}`,
  )
  return `npm run bench:growth -- [options]\n${lines.join('\n')}\n`
}
