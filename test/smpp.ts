import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Carrier, Incoming, Lane, Receipt, Submission } from '../src/carriers/carrier.ts'
import { ProviderFailure } from '../src/carriers/provider-kind.ts'
import { createSmpp, type SmppOptions } from '../src/carriers/smpp/carrier.ts'
import { readSettings, type SmppSettings } from '../src/carriers/smpp/settings.ts'
import { createClock, type MovableClock } from '../src/engine/clock.ts'
import type { Fields } from '../src/engine/smpp/pdu.ts'
import { slowness } from './pace.ts'

/** Settings for a local SMSC. Unlike real settings, seconds may be fractions. */
function smppSettings(port: number, changes: Partial<SmppSettings> = {}): SmppSettings {
  return { ...readSettings({ host: '127.0.0.1', port, systemId: 'ngoma' }, ['password']), ...changes }
}

interface StartOptions extends Partial<Omit<SmppOptions, 'settings' | 'clock'>> {
  readonly settings?: Partial<SmppSettings>
  readonly clock?: MovableClock
}

/** A time limit for responses that some tests wait for. A busy machine must respond within it. */
export const answerSeconds = slowness

/** Long, so that a busy machine does not return messages because of their wait. */
export const maxWaitMs = 60_000

/** Opens a carrier, which is stopped after the test, and records its events. Tests can replace `commit`. */
export function openSmpp(
  context: TestContext,
  port: number,
  { settings, clock = createClock(), ...options }: StartOptions = {},
) {
  const logs: { details: Record<string, unknown>; text: string }[] = []
  const log = (details: object, text: string) => void logs.push({ details: details as Record<string, unknown>, text })
  const whole = smppSettings(port, settings)
  const smpp = createSmpp({
    name: 'acme',
    settings: whole,
    password: 'secret',
    clock,
    random: () => 0.5,
    log: { info: log, warn: log },
    maxWaitMs,
    ...options,
  })
  /** Confirms accepted messages as stored at once. `smpp` leaves that to the test. */
  const carrier: Carrier = {
    ...smpp,
    async submit(submission) {
      const { references, written } = await smpp.submit(submission)
      written?.()
      return { references }
    },
  }
  context.after(() => carrier.stop())
  const recorded = {
    receipts: [] as Receipt[],
    messages: [] as Incoming[],
    changes: 0,
    throttles: 0,
    losses: 0,
    commit: async (_: Receipt | Incoming): Promise<void> => {},
  }
  const events = {
    receipt(receipt: Receipt) {
      recorded.receipts.push(receipt)
      return recorded.commit(receipt)
    },
    message(incoming: Incoming) {
      recorded.messages.push(incoming)
      return recorded.commit(incoming)
    },
    changed() {
      recorded.changes += 1
    },
    throttled() {
      recorded.throttles += 1
    },
    lost() {
      recorded.losses += 1
    },
  }
  const hold = (...places: number[]) => carrier.connections?.hold(new Set(places), Number.POSITIVE_INFINITY)
  const states = () => carrier.connections?.states() ?? []
  return { clock, carrier, smpp, recorded, logs, events, hold, states, settings: whole }
}

export async function startSmpp(context: TestContext, port: number, options: StartOptions = {}) {
  const opened = openSmpp(context, port, options)
  const { carrier, events, hold, settings, states } = opened
  await carrier.start(events)
  hold(...Array.from({ length: settings.binds }, (_, index) => index + 1))
  await until('all binds', () => states().every(({ isUp }) => isUp))
  return opened
}

export function message(id: number, changes: Partial<Submission> = {}): Submission {
  return {
    id,
    sender: 'INFO',
    phone: '255712345678',
    encoding: 'gsm',
    parts: [`text ${id}`],
    lane: 'single' as Lane,
    validUntil: new Date('2100-01-01'),
    ...changes,
  }
}

/** The result of a submit: `taken`, or the reason of its error and whether it can be retried. */
export function fateOf(submit: Promise<unknown>): Promise<string> {
  return submit.then(
    () => 'taken',
    (error: unknown) => {
      if (!(error instanceof ProviderFailure)) throw error
      return `${error.reason}${error.away ? ' (away)' : error.retryable ? ' (again)' : ''}`
    },
  )
}

const limitMs = 60_000 * slowness

/** Checks more often than the other `until`. */
export async function until(what: string, condition: () => boolean): Promise<void> {
  const end = performance.now() + limitMs
  while (!condition()) {
    if (performance.now() > end) assert.fail(`timed out after ${limitMs} ms: ${what}`)
    await sleep(2)
  }
}

/** The deliver_sm fields of a receipt in the usual text form. */
export const receiptFields = (id: string, stat = 'DELIVRD'): Fields => ({
  esm_class: 0x04,
  source_addr: '255712345678',
  destination_addr: 'INFO',
  short_message: Buffer.from(
    `id:${id} sub:001 dlvrd:001 submit date:2601010101 done date:2601010101 stat:${stat} err:000 text:Habari`,
  ),
})

/** Starts a carrier that has no binds yet. */
export async function startWithoutBinds(
  context: TestContext,
  port: number,
  options: Parameters<typeof openSmpp>[2] = {},
) {
  const opened = openSmpp(context, port, options)
  await opened.carrier.start(opened.events)
  opened.hold(1)
  return opened
}
