/**
 * `npm run bench:smpp`: HTTP -> SMPP -> receipt -> DELIVERED -> callback, against `ngoma smsc`, and the same through
 * Kannel when it is installed. `npm run bench:smpp -- --help` lists the options.
 */
import { availableParallelism } from 'node:os'
import { findPostgres, missingPostgres } from '../test/postgres-programs.ts'
import { describeBusyMachine, startCounting } from './processor.ts'
import { type Customer, phoneStep, startCustomer } from './smpp-customer.ts'
import { findKannel, missingKannel, openKannel } from './smpp-kannel.ts'
import { openNgoma } from './smpp-ngoma.ts'
import { describeOptions, type Options, readOptions } from './smpp-options.ts'
import { profileInto } from './smpp-profile.ts'
import {
  describeDisturbance,
  describeMedians,
  describeRound,
  endToEndPerSecond,
  isIncomplete,
  type Measured,
  median,
  perMessage,
} from './smpp-report.ts'
import type { Side } from './smpp-side.ts'
import { type Smsc, startSmsc } from './smpp-smsc.ts'

const firstPhoneOfAll = 255_700_000_007
/** Each side has its own system_id, because a receipt may arrive over any bind of the same system_id. */
const loginOf = (systemId: string) => ({ systemId, password: 'bench' })

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
    ...side.request,
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
function orExit<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${describeOptions()}`)
    process.exit(2)
  }
}

async function openSides(options: Options, smsc: Smsc, customer: Customer): Promise<Side[]> {
  const shared = { smscPort: smsc.port, window: options.window, callbackPort: customer.callbackPort }
  const sides: Side[] = []
  const profile = options.profile === '' ? null : profileInto(options.profile)
  if (options.only !== 'kannel')
    sides.push(await keep(openNgoma({ ...shared, login: loginOf('ngoma'), ...options, profile })))
  const kannel = findKannel()
  if (kannel !== null && options.only !== 'ngoma')
    sides.push(await keep(openKannel(kannel, { ...shared, login: loginOf('kannel') })))
  return sides
}

async function run(options: Options): Promise<void> {
  const { rounds, messages, warmUp, connections, window } = options
  if (findPostgres() === null) throw new Error(missingPostgres())
  say(
    `${rounds} rounds of ${messages.toLocaleString('en')} messages over ${connections} connections, window of ${window}, ${availableParallelism()} cores\n`,
  )

  say((await describeBusyMachine()) ?? '')
  const smsc = await keep(startSmsc(options))
  const customer = await keep(startCustomer())
  const sides = await openSides(options, smsc, customer)
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

  const [ours, theirs] = [measured.get('Ngoma'), measured.get('Kannel')].map((own) =>
    own === undefined ? null : median(own.map(endToEndPerSecond)),
  )
  if (findKannel() === null) say(`${missingKannel}\n`)
  else if (typeof ours === 'number' && typeof theirs === 'number')
    say(`ratio to Kannel: ${(ours / theirs).toFixed(2)}\n`)
}

const options = orExit(() => readOptions(process.argv.slice(2)))
if (options === null) say(describeOptions())
else {
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      isStopping = true
      void stopAll().finally(() => process.exit(1))
    })
  }
  try {
    await run(options)
  } catch (error) {
    // Ignore errors of a round that was interrupted.
    if (!isStopping) throw error
  } finally {
    await stopAll()
  }
}
