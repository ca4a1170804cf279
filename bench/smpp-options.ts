import { parseArgs } from 'node:util'

/** Options of `npm run bench:smpp` and `bench:smpp-server`, with their defaults. */
const known = {
  rounds: { fallback: '5', about: 'measured rounds of each side; the summary has medians' },
  messages: { fallback: '10000', about: 'messages per round' },
  'warm-up': { fallback: '10000', about: 'unmeasured messages before the first round' },
  connections: { fallback: '64', about: 'connections of the load generator' },
  window: { fallback: '100', about: 'window of each bind, on both sides' },
  binds: { fallback: '1', about: 'binds of Ngoma; Kannel has one' },
  processes: { fallback: '1', about: 'processes of Ngoma, as in ngoma serve --processes' },
  'receipt-ms': { fallback: '0', about: 'delay of receipts after the submit' },
  'node-options': {
    fallback: '',
    about: "Node's own options for Ngoma, as in --node-options=--max-semi-space-size=64",
  },
  only: { fallback: '', about: 'one of the two sides; both by default' },
  profile: { fallback: '', about: 'directory for CPU profiles and SQL statistics of Ngoma' },
} as const

type Name = keyof typeof known

export interface Options {
  readonly rounds: number
  readonly messages: number
  readonly warmUp: number
  readonly connections: number
  readonly window: number
  readonly binds: number
  readonly processes: number
  readonly receiptMs: number
  readonly nodeOptions: string
  readonly only: string
  readonly profile: string
}

/** Returns null for --help. */
export function readOptions(words: readonly string[], sides: readonly string[]): Options | null {
  const entries = Object.entries(known).map(
    ([name, { fallback }]) => [name, { type: 'string', default: fallback }] as const,
  )
  const parsed = parseArgs({ args: [...words], options: { ...Object.fromEntries(entries), help: { type: 'boolean' } } })
  if (parsed.values.help === true) return null
  const values: Readonly<Record<string, unknown>> = parsed.values
  const text = (name: Name) => String(values[name])
  const count = (name: Name, min = 1) => {
    const value = Number(text(name))
    if (!Number.isInteger(value) || value < min)
      throw new Error(`--${name} is a whole number from ${min} on, not ${text(name)}`)
    return value
  }
  if (!['', ...sides].includes(text('only'))) throw new Error(`--only is ${sides.join(' or ')}, not ${text('only')}`)
  return {
    rounds: count('rounds'),
    messages: count('messages'),
    warmUp: count('warm-up', 0),
    connections: count('connections'),
    window: count('window'),
    binds: count('binds'),
    processes: count('processes'),
    receiptMs: count('receipt-ms', 0),
    nodeOptions: text('node-options'),
    only: text('only'),
    profile: text('profile'),
  }
}

export function describeOptions(command: string, sides: readonly string[]): string {
  const lines = Object.entries(known).map(
    ([name, { fallback, about }]) => `  --${name.padEnd(13)} ${about}${fallback === '' ? '' : ` (${fallback})`}`,
  )
  return `npm run ${command} -- [options]\n${lines.join('\n')}\nSides: ${sides.join(', ')}\n`
}
