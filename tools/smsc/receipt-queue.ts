import type { Agenda } from '../../src/carriers/agenda.ts'
import { Deque } from '../../src/engine/flow/deque.ts'
import type { Link } from '../../src/engine/smpp/link.ts'
import { type Fields, status } from '../../src/engine/smpp/pdu.ts'
import type { Counts } from './counts.ts'
import type { Message } from './message.ts'

/** Delivers receipts to binds with the system_id of the message until they are acknowledged. */
export interface ReceiptQueue {
  /** Sends a receipt at `dueAt`, `times` times. */
  schedule(message: Message, dueAt: number, times: number): void
  /** Sends a receipt now. Resolves after the first attempt, or at once when nobody is bound. */
  bring(message: Message, times: number): Promise<void>
  /** Adds a connection that receives receipts. */
  join(systemId: string, link: Link): void
  leave(systemId: string, link: Link): void
  /** Returns a connection that receives receipts for this system_id, or null. */
  find(systemId: string): Link | null
}

export interface ReceiptQueueOptions {
  readonly now: () => number
  readonly agenda: Agenda
  readonly counts: Counts
  /** Maximum number of unanswered receipts per connection. */
  readonly window: number
  /** Delay before a retry after an error or a missing answer. */
  readonly offerAgainMs: number
  readonly receiptsMax: number
  receiptOf(message: Message): Fields
}

interface Receiver {
  readonly link: Link
  underWay: number
}

/** Connections and waiting receipts of one system_id. */
interface Mailbox {
  readonly receivers: Receiver[]
  /** Index of the next receiver, for round-robin. */
  turn: number
  readonly waiting: Deque<Message>
}

export function createReceiptQueue({
  now,
  agenda,
  counts,
  window,
  offerAgainMs,
  receiptsMax,
  receiptOf,
}: ReceiptQueueOptions): ReceiptQueue {
  const mailboxes = new Map<string, Mailbox>()

  function mailboxOf(systemId: string): Mailbox {
    let mailbox = mailboxes.get(systemId)
    if (mailbox === undefined) {
      mailbox = { receivers: [], turn: 0, waiting: new Deque() }
      mailboxes.set(systemId, mailbox)
    }
    return mailbox
  }

  function findReceiver(mailbox: Mailbox): Receiver | null {
    const { receivers } = mailbox
    for (let tried = 0; tried < receivers.length; tried += 1) {
      mailbox.turn = (mailbox.turn + 1) % receivers.length
      const receiver = receivers[mailbox.turn]
      if (receiver !== undefined && receiver.underWay < window) return receiver
    }
    return null
  }

  /** Returns false when too many receipts are waiting. */
  function keep(): boolean {
    if (counts.receiptsWaiting >= receiptsMax) {
      counts.receiptsDropped += 1
      return false
    }
    counts.receiptsWaiting += 1
    return true
  }

  function offer(message: Message): Promise<void> | void {
    const mailbox = mailboxOf(message.systemId)
    const receiver = findReceiver(mailbox)
    if (receiver !== null) return send(mailbox, receiver, message)
    mailbox.waiting.push(message)
  }

  function send(mailbox: Mailbox, receiver: Receiver, message: Message): Promise<void> {
    receiver.underWay += 1
    counts.receiptsSent += 1
    const again = () => agenda.at(now() + offerAgainMs, () => void offer(message))
    return receiver.link
      .request('deliver_sm', receiptOf(message))
      .then((answer) => {
        if (answer.status !== status.ok) return again()
        counts.receiptsAcknowledged += 1
        counts.receiptsWaiting -= 1
      }, again)
      .then(() => {
        receiver.underWay -= 1
        sendWaiting(mailbox)
      })
  }

  function sendWaiting(mailbox: Mailbox): void {
    while (mailbox.waiting.size > 0) {
      const receiver = findReceiver(mailbox)
      if (receiver === null) return
      const message = mailbox.waiting.shift()
      if (message !== undefined) void send(mailbox, receiver, message)
    }
  }

  return {
    schedule(message, dueAt, times) {
      for (let time = 0; time < times; time += 1) {
        if (keep()) agenda.at(dueAt, () => void offer(message))
      }
    },
    async bring(message, times) {
      const tries: (Promise<void> | void)[] = []
      for (let time = 0; time < times; time += 1) {
        if (keep()) tries.push(offer(message))
      }
      await Promise.all(tries)
    },
    join(systemId, link) {
      const mailbox = mailboxOf(systemId)
      mailbox.receivers.push({ link, underWay: 0 })
      // Deferred, so that the answer to the bind is sent first.
      setImmediate(sendWaiting, mailbox)
    },
    leave(systemId, link) {
      const { receivers } = mailboxOf(systemId)
      const place = receivers.findIndex((one) => one.link === link)
      if (place !== -1) receivers.splice(place, 1)
    },
    find: (systemId) => findReceiver(mailboxOf(systemId))?.link ?? null,
  }
}
