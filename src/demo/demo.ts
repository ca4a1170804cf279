import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { App } from '../app.ts'
import type { MovableClock } from '../engine/clock.ts'
import { run } from '../engine/db/index.ts'
import type { Chance } from './chance.ts'
import type { Clients } from './client.ts'
import type { MakePeople, Person } from './people.ts'
import type { DemoWhatsApp } from './whatsapp.ts'

export interface Book {
  readonly id: number
  readonly people: readonly Person[]
}

/** Shared by all steps that create the demo. */
export interface Demo {
  readonly app: App
  readonly clock: MovableClock
  readonly clients: Clients
  readonly chance: Chance
  readonly makePeople: MakePeople
  /** The last text that was sent to a phone number. */
  readText(phone: string): string
  /** Base URL for callbacks, without a trailing slash. */
  readonly receiver: string
  readonly whatsapp: DemoWhatsApp
}

/** Tables with due work. */
const workTables = [
  'campaigns',
  'sms_batches',
  'contact_imports',
  'webhook_events',
  'airtime_transfers',
  'chat_messages',
  'inbound_messages',
  'checkout_sessions',
]
const settleSecondsMax = 300
const lookEveryMs = 5
/** After this time, all workers are woken. */
const wakeAfterMs = 5_000

/** Moves the clock, and wakes the workers of the given topics. Carriers follow the clock on their own. */
export function passTime(
  { app, clock }: Pick<Demo, 'app' | 'clock'>,
  milliseconds: number,
  topics: readonly string[],
): void {
  clock.moveForward(Math.max(0, milliseconds))
  for (const topic of topics) app.sms.work.wake(topic)
}

/** Waits until all due work is done, before the clock moves on. */
export async function settle({ app, clock }: Pick<Demo, 'app' | 'clock'>): Promise<void> {
  const due = workTables.map((table) => sql`exists (select from ${sql.table(table)} where due_at <= ${clock.now()})`)
  const isBusy = sql.join(due, sql` or `)
  const end = performance.now() + settleSecondsMax * 1_000
  let wakeAt = performance.now() + wakeAfterMs
  for (;;) {
    await app.sms.progress.idle()
    if (!(await run.hasRows(app.sms.db)`select where ${isBusy}`)) return
    if (performance.now() > end)
      throw new Error(`the messages of the demo were not sent within ${settleSecondsMax} seconds`)
    if (performance.now() > wakeAt) {
      app.sms.work.wake()
      wakeAt = performance.now() + wakeAfterMs
    }
    await sleep(lookEveryMs)
  }
}

/** Records the last text to every phone number in the simulated network, so that the demo can verify PINs. */
export function recordTexts({ sms: { routing } }: App): Demo['readText'] {
  const texts = new Map<string, string>()
  const carrier = routing.find('simulator')
  if (!carrier) throw new Error('the demo requires the simulated network')
  const submit = carrier.submit.bind(carrier)
  carrier.submit = (submission) => {
    texts.set(submission.phone, submission.parts.join(''))
    return submit(submission)
  }
  return (phone) => texts.get(phone) ?? ''
}
