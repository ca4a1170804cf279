/** Measures sides in turn, each between a customer and `ngoma smsc`, and compares them. */
import { availableParallelism } from 'node:os'
import { findPostgres, missingPostgres } from '../test/postgres-programs.ts'
import { type Report, runBench } from './command.ts'
import { describeBusyMachine, startCounting } from './processor.ts'
import { type Customer, phoneStep, startCustomer } from './smpp-customer.ts'
import { type Profile, profileInto } from './smpp-profile.ts'
import {
  compareSides,
  describeMedians,
  describeRound,
  figuresOf,
  findProblem,
  type Measured,
  perMessage,
} from './smpp-report.ts'
import type { Side, SideOptions } from './smpp-side.ts'
import { type Smsc, startSmsc } from './smpp-smsc.ts'

const firstPhoneOfAll = 255_700_000_007

/** Started programs in order; they are stopped in reverse order. */
const running: { stop(): Promise<void> }[] = []

async function keep<T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> {
  const one = await starting
  running.push(one)
  return one
}

async function stopAll(): Promise<void> {
  for (let one = running.pop(); one !== undefined; one = running.pop()) await one.stop()
}

let sentSoFar = 0

async function measure(
  side: Side,
  customer: Customer,
  smsc: Smsc,
  messages: number,
  connections: number,
): Promise<Measured> {
  const before = await smsc.counts()
  const stopCounting = startCounting({ ...side.processes(), smsc: [smsc.pid], 'load + receiver': [customer.pid] })
  const result = await customer.run({
    target: side.target,
    messages,
    connections,
    firstPhone: firstPhoneOfAll + sentSoFar * phoneStep,
  })
  const use = stopCounting()
  const after = await smsc.counts()
  sentSoFar += messages
  const counts = {
    submitted: after.submitted - before.submitted,
    distinct: after.distinct - before.distinct,
    duplicate: after.duplicate - before.duplicate,
    receipts: after.receipts - before.receipts,
  }
  return { result, smsc: counts, processor: use && perMessage(use, messages, result.seconds * availableParallelism()) }
}

const options = {
  rounds: { value: 5, short: 1, about: 'measured rounds of each side; the summary has medians' },
  messages: { value: 10_000, short: 100, about: 'messages per round' },
  'warm-up': { value: 10_000, short: 20, min: 0, about: 'unmeasured messages before the first round' },
  connections: { value: 64, short: 8, about: 'connections of the load generator' },
  window: { value: 100, about: 'window of each bind, on both sides' },
  binds: { value: 1, about: 'binds of Ngoma; Kannel has one' },
  processes: { value: 1, about: 'processes of Ngoma, as in ngoma serve --processes' },
  'receipt-ms': { value: 0, min: 0, about: 'delay of receipts after the submit' },
  'node-options': { value: '', about: "Node's own options for Ngoma, as in --node-options=--max-semi-space-size=64" },
  profile: { value: '', about: 'directory for CPU profiles and SQL statistics of Ngoma' },
} as const

type Sizes = Readonly<Record<'rounds' | 'messages' | 'warm-up' | 'connections' | 'receipt-ms', number>>

/** Settings of all sides of a comparison, and the options of Ngoma. */
export interface Shared extends Omit<SideOptions, 'login'> {
  readonly binds: number
  readonly processes: number
  readonly nodeOptions: string
  readonly profile: Profile | null
}

type Open = (shared: Shared) => Promise<Side>

async function measureSides(
  sizes: Sizes,
  open: readonly Open[],
  settings: Omit<Shared, 'smscPort' | 'callbackPort'>,
  { print, fail, exceed }: Report,
): Promise<void> {
  const { rounds, messages, 'warm-up': warmUp, connections } = sizes
  if (findPostgres() === null) throw new Error(missingPostgres())
  print(
    `${rounds} rounds of ${messages.toLocaleString('en')} messages over ${connections} connections, window of ${settings.window}, ${availableParallelism()} cores`,
  )
  const busy = await describeBusyMachine()
  if (busy !== null) print(busy)
  const smsc = await keep(startSmsc({ receiptMs: sizes['receipt-ms'] }))
  const customer = await keep(startCustomer())
  const shared = { ...settings, smscPort: smsc.port, callbackPort: customer.callbackPort }
  const sides: Side[] = []
  for (const one of open) sides.push(await keep(one(shared)))
  if (warmUp > 0) for (const side of sides) await measure(side, customer, smsc, warmUp, connections)

  const measured = new Map<string, Measured[]>(sides.map(({ name }) => [name, []]))
  for (let round = 1; round <= rounds; round += 1) {
    for (const side of sides) {
      const one = await measure(side, customer, smsc, messages, connections)
      measured.get(side.name)?.push(one)
      print(describeRound(`${side.name}, round ${round}`, one), ...figuresOf(one))
      const problem = findProblem(one)
      if (problem !== null) fail(`${side.name}, round ${round}: ${problem}`)
    }
  }
  print('')
  for (const [name, own] of measured) print(describeMedians(name, own))
  if (measured.size < 2) return
  const { text, hasVerdict } = compareSides(measured)
  print(text)
  if (!hasVerdict) exceed('no verdict')
}

/** Opens the sides in this order. The first is compared with the second. */
export async function runComparison(
  name: string,
  about: string,
  sides: Readonly<Record<string, Open | null>>,
): Promise<void> {
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      isStopping = true
      void stopAll().finally(() => process.exit(1))
    })
  }
  await runBench({
    name,
    options: { ...options, only: { value: '', choices: Object.keys(sides), about } },
    async run({ only, window, binds, processes, 'node-options': nodeOptions, profile, ...sizes }, report) {
      const wanted = Object.entries(sides).filter(([side]) => only === '' || only.split(',').includes(side))
      const open = wanted.flatMap(([, one]) => one ?? [])
      const settings = { window, binds, processes, nodeOptions, profile: profile === '' ? null : profileInto(profile) }
      try {
        await measureSides(sizes, open, settings, report)
      } catch (error) {
        // Ignore errors of a round that was interrupted.
        if (!isStopping) throw error
      } finally {
        await stopAll()
      }
    },
  })
}
