import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { elapsedMs } from '../../engine/flow/elapsed.ts'
import type { Fields } from '../../engine/smpp/pdu.ts'
import type { Clock } from '../../values/time.ts'
import { createAgenda } from '../agenda.ts'
import type { Carrier, CarrierEvents, Submission } from '../carrier.ts'
import { away } from '../outbox/outbox.ts'
import { unsendable } from '../provider-kind.ts'
import { type Bind, type BindState, createBind, type LeaveMs } from './bind.ts'
import { type Connect, connect as connectSocket } from './connect.ts'
import { createDeliveries, type Log } from './deliveries.ts'
import { toSubmits } from './message.ts'
import { createSender } from './sender.ts'
import { readSettings, type SmppSettings } from './settings.ts'

export interface SmppOptions {
  readonly name: string
  readonly settings: SmppSettings
  readonly password: string
  readonly clock: Clock
  readonly log?: Log
  readonly random?: () => number
  readonly connect?: Connect
  readonly connectMs?: number
  readonly leaveMs?: LeaveMs
  readonly maxWaitMs?: number
}

const defaultLeaveMs: LeaveMs = { answers: 10_000, unbind: 3_000 }

/** A carrier over SMPP 3.4. It opens only the binds that it is told to hold. */
export function createSmpp(options: SmppOptions): Carrier {
  const {
    name,
    settings,
    password,
    clock,
    log,
    random = Math.random,
    connect = connectSocket,
    connectMs = 10_000,
  } = options
  const { leaveMs = defaultLeaveMs, maxWaitMs } = options
  const agenda = createAgenda(clock)
  const now = () => clock.now().getTime()
  let current = settings
  let binds: readonly Bind[] = []
  let held: ReadonlySet<number> = new Set()
  let heldUntilMs = 0
  let events: CarrierEvents | null = null
  let isRunning = false
  let stopping: Promise<void> | null = null

  /** Checked before every write, because in a process that was suspended the lease timer fires late. */
  const isHeld = () => elapsedMs() < heldUntilMs

  const deliveries = createDeliveries({
    carrier: name,
    settings: () => current,
    clock,
    log,
    // Also while stopping, until the connections have ended.
    events: () => events,
  })
  const sender = createSender({
    settings,
    statusErrors: () => current.statusErrors,
    clock,
    agenda,
    maxWaitMs,
    binds: () => (isHeld() ? binds : []),
    onCapacity: reportChange,
    onThrottle: () => events?.throttled(),
  })

  /** Called from a socket listener, where nobody would catch an error. */
  function reportChange(): void {
    try {
      events?.changed()
    } catch (error) {
      log?.warn({ carrier: name, err: error }, 'failed to report a change of a carrier')
    }
  }

  function onChange(state: BindState): void {
    const { place, isUp, problem } = state
    if (isUp) log?.info({ carrier: name, place }, 'bind is up')
    else log?.warn({ carrier: name, place, problem }, 'bind is down')
    sender.update()
    reportChange()
  }

  function openBind(place: number): Bind {
    return createBind({
      place,
      settings,
      password,
      connect,
      connectMs,
      deliveries: deliveries.at(place),
      mayWrite: isHeld,
      agenda,
      now,
      random,
      onChange,
      onLoss: () => events?.lost(),
    })
  }

  /** Does not touch binds that stay. */
  function keepHeld(): void {
    const before = binds
    const places = [...held].filter((place) => place >= 1 && place <= settings.binds)
    binds = places.map((place) => before.find((bind) => bind.place === place) ?? openBind(place))
    for (const bind of before) if (!binds.includes(bind)) bind.release()
    sender.update()
    reportChange()
  }

  async function close(): Promise<void> {
    if (!isRunning) return
    isRunning = false
    agenda.pause()
    sender.close()
    const timeOut = new AbortController()
    const limit = sleep(Math.min(settings.answerSeconds * 1_000, leaveMs.answers), undefined, {
      signal: timeOut.signal,
    }).catch(() => undefined)
    await Promise.race([Promise.all([sender.idle(), deliveries.idle()]), limit])
    timeOut.abort()
    await Promise.all(binds.map((bind) => bind.unbind(leaveMs.unbind)))
    await sender.idle()
    binds = []
    held = new Set()
    events = null
  }

  /** A message that does not fit into a PDU never will. */
  function submitsOf(submission: Submission): readonly Fields[] {
    try {
      return toSubmits(submission, settings, clock.now())
    } catch (error) {
      throw unsendable((error as Error).message)
    }
  }

  return {
    name,
    connections: {
      count: settings.binds,
      hold(places, endsAtMs) {
        held = new Set(places)
        heldUntilMs = endsAtMs
        if (isRunning) keepHeld()
        else for (const bind of binds) if (!held.has(bind.place)) bind.release()
      },
      leave: async (place) => binds.find((bind) => bind.place === place)?.leave(leaveMs),
      states: () => binds.map((bind) => ({ ...bind.state(), outstanding: bind.outstanding, window: current.window })),
    },
    async start(listener) {
      await stopping
      if (isRunning) return
      events = listener
      isRunning = true
      agenda.resume()
      sender.open()
      keepHeld()
    },
    ready: sender.ready,
    outstandingMax: () => current.window * current.binds,
    change(given) {
      const next = readSettings(given, ['password'])
      const { ratePerSecond, window, statusErrors, receiptErrors } = next
      if (!isDeepStrictEqual({ ...current, ratePerSecond, window, statusErrors, receiptErrors }, next)) return false
      current = next
      sender.change({ rate: ratePerSecond, window })
      return true
    },
    async submit(submission) {
      if (!isRunning) throw away()
      return sender.send(submission, submitsOf(submission))
    },
    stop() {
      stopping ??= close().finally(() => {
        stopping = null
      })
      return stopping
    },
  }
}
