import type { Socket } from 'node:net'
import { formatTime } from '../../src/engine/smpp/codec/fields.ts'
import { createLink, type Link } from '../../src/engine/smpp/link.ts'
import { type Fields, type Pdu, status } from '../../src/engine/smpp/pdu.ts'
import type { Counts } from './counts.ts'
import type { IdForm } from './forms.ts'
import { parseId, writeId } from './ids.ts'
import type { Intake } from './intake.ts'
import { type Message, stateOf, states } from './message.ts'
import type { ReceiptQueue } from './receipt-queue.ts'
import { toSubmit } from './submit.ts'

/** Options shared by all connections. */
export interface SessionOptions {
  readonly now: () => number
  readonly counts: Counts
  readonly intake: Intake
  readonly receiptQueue: ReceiptQueue
  readonly ids: IdForm
  readonly answerMs: number
  readonly enquireMs: number
  /** Null accepts any system_id. */
  readonly systemId: string | null
  readonly password: string | null
  /** Sends the answer to a submit now, or later when a test holds answers back. */
  release(answer: () => void): void
}

type Mode = 'transmitter' | 'receiver' | 'transceiver'

const modes: Readonly<Record<string, Mode>> = {
  bind_transmitter: 'transmitter',
  bind_receiver: 'receiver',
  bind_transceiver: 'transceiver',
}
const name = 'ngoma'

/** Handles the requests of one connection. */
export function openSession(socket: Socket, options: SessionOptions): Link {
  const { now, counts, intake, receiptQueue, ids } = options
  const link = createLink(socket, {
    answerMs: options.answerMs,
    enquireMs: options.enquireMs,
    onRequest: take,
  })
  let bound: { readonly mode: Mode; readonly systemId: string } | null = null
  let isUnbound = false

  function take(request: Pdu): void {
    const { command } = request
    if (Object.hasOwn(modes, command)) bind(request)
    else if (bound === null) link.answer(request, status.invalidBindStatus)
    else if (command === 'unbind') unbind(request)
    else if (command === 'submit_sm' || command === 'data_sm') submit(request, bound.mode, bound.systemId)
    else if (command === 'query_sm') query(request)
    else if (command === 'cancel_sm') cancel(request)
    else if (command === 'replace_sm') link.answer(request, status.replaceFailed)
    else link.answer(request, status.invalidCommandId)
  }

  function bind(request: Pdu): void {
    const { system_id: systemId = '', password = '' } = request.fields
    const refusal = refusalOf(systemId, password)
    if (refusal !== null) {
      link.answer(request, refusal)
      return
    }
    const mode = modes[request.command] ?? 'transceiver'
    bound = { mode, systemId }
    counts.binds += 1
    counts.bound += 1
    link.answer(request, status.ok, { system_id: name })
    if (mode !== 'transmitter') receiptQueue.join(systemId, link)
  }

  function refusalOf(systemId: string, password: string): number | null {
    if (bound !== null) return status.alreadyBound
    if (options.systemId !== null && systemId !== options.systemId) return status.invalidSystemId
    return options.password !== null && password !== options.password ? status.invalidPassword : null
  }

  function unbind(request: Pdu): void {
    isUnbound = true
    link.answer(request, status.ok)
    link.end('it unbound')
  }

  function submit(request: Pdu, mode: Mode, systemId: string): void {
    if (mode === 'receiver') {
      link.answer(request, status.invalidBindStatus)
      return
    }
    intake.submit(toSubmit(request.fields), {
      systemId,
      answer: (commandStatus, id) =>
        options.release(() =>
          link.answer(request, commandStatus, id === undefined ? {} : { message_id: writeId(id, ids) }),
        ),
      ignore: () => link.ignore(request),
      drop: () => link.destroy('injected fault'),
    })
  }

  /** Finds a message of the same system_id and source address. */
  function findMessage({ fields }: Pdu): Message | null {
    const id = parseId(fields.message_id ?? '', ids)
    const message = id === null ? undefined : intake.find(id)
    if (message === undefined || message.systemId !== bound?.systemId) return null
    return message.source.address === fields.source_addr ? message : null
  }

  function query(request: Pdu): void {
    const message = findMessage(request)
    if (message === null) link.answer(request, status.queryFailed)
    else link.answer(request, status.ok, describe(message))
  }

  function describe(message: Message): Fields {
    const { number } = stateOf(message, now())
    const isFinal = number !== states.enroute.number && Number.isFinite(message.finalAt)
    return {
      message_id: writeId(message.id, ids),
      final_date: isFinal ? formatTime(new Date(message.finalAt)) : '',
      message_state: number,
      error_code: 0,
    }
  }

  /** Cancels a message that is not final. Its receipt reports the cancellation. */
  function cancel(request: Pdu): void {
    const message = findMessage(request)
    if (message !== null && stateOf(message, now()) === states.enroute) {
      message.isCancelled = true
      link.answer(request, status.ok)
    } else {
      link.answer(request, status.cancelFailed)
    }
  }

  void link.ended.then(() => {
    if (bound === null) return
    receiptQueue.leave(bound.systemId, link)
    counts.bound -= 1
    if (!isUnbound) counts.connectionsLost += 1
  })
  return link
}
