/** Measures sides in turn, each between a customer and `ngoma smsc`, and compares them. */
import { availableParallelism } from 'node:os'
import { findPostgres, missingPostgres } from '../test/postgres-programs.ts'
import { describeBusyMachine, startCounting } from './processor.ts'
import { type Customer, phoneStep, startCustomer } from './smpp-customer.ts'
import { describeOptions, type Options, readOptions } from './smpp-options.ts'
import {
  describeDisturbance,
  describeMedians,
  describeRound,
  isIncomplete,
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
  return { result, smsc: counts, processor: use && perMessage(use, messages) }
}

const say = (text: string) => process.stdout.write(text)

/** Reports a wrong option without a stack. */
function orExit<T>(read: () => T, command: string, sides: readonly string[]): T {
  try {
    return read()
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${describeOptions(command, sides)}`)
    process.exit(2)
  }
}

/** A comparison of two sides. */
export interface Comparison {
  /** As in package.json. */
  readonly command: string
  /** The names of the sides, as in --only. */
  readonly sides: readonly string[]
  /** The sides to open. Each is opened when the one before is ready. */
  plan(options: Options, shared: Omit<SideOptions, 'login'>): readonly (() => Promise<Side>)[]
  /** The last line, from the measured rounds by the names of the sides. */
  conclude(measured: ReadonlyMap<string, readonly Measured[]>): string
}

async function run({ plan, conclude }: Comparison, options: Options): Promise<void> {
  const { rounds, messages, warmUp, connections, window } = options
  if (findPostgres() === null) throw new Error(missingPostgres())
  say(
    `${rounds} rounds of ${messages.toLocaleString('en')} messages over ${connections} connections, window of ${window}, ${availableParallelism()} cores\n`,
  )

  say((await describeBusyMachine()) ?? '')
  const smsc = await keep(startSmsc(options))
  const customer = await keep(startCustomer())
  const sides: Side[] = []
  for (const open of plan(options, { smscPort: smsc.port, window, callbackPort: customer.callbackPort }))
    sides.push(await keep(open()))
  if (warmUp > 0) for (const side of sides) await measure(side, customer, smsc, warmUp, connections)

  const measured = new Map<string, Measured[]>(sides.map(({ name }) => [name, []]))
  for (let round = 1; round <= rounds; round += 1) {
    for (const side of sides) {
      const one = await measure(side, customer, smsc, messages, connections)
      measured.get(side.name)?.push(one)
      say(describeRound(`${side.name}, round ${round}`, one))
    }
  }
  say('\n')
  for (const [name, own] of measured) say(describeMedians(name, own))
  const all = [...measured.values()].flat()
  say(describeDisturbance(all) ?? '')
  if (all.some(isIncomplete)) process.exitCode = 1
  say(conclude(measured))
}

export async function runComparison(comparison: Comparison): Promise<void> {
  const { command, sides } = comparison
  const options = orExit(() => readOptions(process.argv.slice(2), sides), command, sides)
  if (options === null) return void say(describeOptions(command, sides))
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      isStopping = true
      void stopAll().finally(() => process.exit(1))
    })
  }
  try {
    await run(comparison, options)
  } catch (error) {
    // Ignore errors of a round that was interrupted.
    if (!isStopping) throw error
  } finally {
    await stopAll()
  }
}
