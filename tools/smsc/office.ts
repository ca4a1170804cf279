import type { Agenda } from '../../src/carriers/agenda.ts'
import type { Link } from '../../src/carriers/smpp/link.ts'
import { type Fields, status } from '../../src/carriers/smpp/pdu.ts'
import { Deque } from '../../src/engine/flow/deque.ts'
import type { Counts } from './counts.ts'
import type { Message } from './message.ts'

/**
 * Brings receipts to whoever is bound under the name that the message was submitted with, until they are acknowledged.
 */
export interface Office {
  /** At a time, this many times. */
  schedule(message: Message, dueAt: number, times: number): void
  /** Now. Resolves when it was tried once, whatever came of it; at once when nobody is bound. */
  bring(message: Message, times: number): Promise<void>
  /** A connection that takes receipts. */
  join(systemId: string, link: Link): void
  leave(systemId: string, link: Link): void
  /** One who takes receipts under this name; null when nobody is bound. */
  find(systemId: string): Link | null
}

export interface OfficeOptions {
  readonly now: () => number
  readonly agenda: Agenda
  readonly counts: Counts
  /** How many receipts of one connection may be unanswered. */
  readonly window: number
  /** After an error, or without an answer. */
  readonly offerAgainMs: number
  readonly receiptsMax: number
  receiptOf(message: Message): Fields
}

interface Receiver {
  readonly link: Link
  underWay: number
}

/** All that one name has. */
interface Mailbox {
  readonly receivers: Receiver[]
  /** They take turns. */
  turn: number
  readonly waiting: Deque<Message>
}

export function createOffice({
  now,
  agenda,
  counts,
  window,
  offerAgainMs,
  receiptsMax,
  receiptOf,
}: OfficeOptions): Office {
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

  /** False when there are too many already. */
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
      // Not in this turn: the answer to the bind goes out first.
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
