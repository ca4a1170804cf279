import type { Lane, Submission } from '../carrier.ts'
import type { ProviderFailure } from '../provider-kind.ts'
import { type Channel, createOutbox, type OutboxOptions, type Slot, type Waiting } from './outbox.ts'

interface Turn extends Waiting {
  run(slot: Slot<Channel>): void
  giveBack(error: ProviderFailure): void
}

type Options = Pick<
  OutboxOptions<Waiting, Channel>,
  'clock' | 'agenda' | 'rate' | 'window' | 'maxWaitMs' | 'onCapacity'
> & { isUp(): boolean }

/** An outbox for carriers that send messages as a whole over one channel. */
export function createMessageOutbox({ isUp, ...options }: Options) {
  const channel = {
    get isUp() {
      return isUp()
    },
    outstanding: 0,
  }
  const outbox = createOutbox<Turn, Channel>({
    ...options,
    channels: () => [channel],
    transmit: (turn, slot) => turn.run(slot),
    giveBack: (turn, error) => turn.giveBack(error),
  })

  const inTurn = <T>(waiting: Omit<Waiting, 'order'>, run: (slot: Slot<Channel>) => Promise<T>) =>
    new Promise<T>((resolve, reject) =>
      outbox.put({ ...waiting, order: 0, run: (slot) => resolve(runIn(slot, run)), giveBack: reject }),
    )

  return {
    ...outbox,
    /** Runs when it is the message's turn. The place is freed when `run` fails, otherwise with the slot. */
    send: <T>({ lane, validUntil, isWanted = () => true }: Submission, run: (slot: Slot<Channel>) => Promise<T>) =>
      inTurn({ lane, validUntilMs: validUntil.getTime(), isWanted, waitsFromMs: performance.now() }, run),
    /** Like `send`, for a request without a message: no maximum wait, and its place is freed afterwards. */
    ask: <T>(lane: Lane, run: () => Promise<T>) =>
      inTurn({ lane, validUntilMs: Infinity, isWanted: () => true, waitsFromMs: Infinity }, (slot) =>
        run().finally(slot.free),
      ),
  }
}

async function runIn<T>(slot: Slot<Channel>, run: (slot: Slot<Channel>) => Promise<T>): Promise<T> {
  try {
    const result = await run(slot)
    slot.answered()
    return result
  } catch (error) {
    slot.free()
    throw error
  }
}
