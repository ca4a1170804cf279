import type { TestContext } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createAgenda } from '../src/carriers/agenda.ts'
import type { Lane } from '../src/carriers/carrier.ts'
import {
  type Channel,
  createOutbox,
  type OutboxOptions,
  type Slot,
  type Waiting,
} from '../src/carriers/outbox/outbox.ts'
import { createStillClock } from './still-clock.ts'

interface Item extends Waiting {
  readonly name: string
  isUnwanted: boolean
}

type Changes = Partial<Omit<OutboxOptions<Item, TestChannel>, 'channels'>> & { readonly channels?: TestChannel[] }
export type TestChannel = Channel & { isUp: boolean }

export const createChannel = (): TestChannel => ({ isUp: true, outstanding: 0 })

/** Opens an outbox and records the names of sent and returned items, and the slots of sent ones. */
export function startOutbox(context: TestContext, { channels = [createChannel()], ...changes }: Changes = {}) {
  const clock = createStillClock()
  const agenda = createAgenda(clock)
  agenda.resume()
  const sent: string[] = []
  const slots = new Map<string, Slot<TestChannel>>()
  const givenBack: string[] = []
  const recorded = { rooms: 0 }
  const outbox = createOutbox<Item, TestChannel>({
    clock,
    agenda,
    rate: 0,
    window: 10,
    channels: () => channels,
    transmit({ name }, slot) {
      sent.push(name)
      slots.set(name, slot)
    },
    giveBack: ({ name }, { reason, away }) => void givenBack.push(`${name} ${reason}${away ? ' (away)' : ''}`),
    onCapacity() {
      recorded.rooms += 1
    },
    ...changes,
  })
  outbox.open()
  context.after(() => {
    outbox.close()
    agenda.pause()
  })
  function put(name: string, lane: Lane = 'bulk', change: Partial<Item> = {}): Item {
    const item: Item = {
      name,
      lane,
      validUntilMs: clock.now().getTime() + 3_600_000,
      isUnwanted: false,
      isWanted: () => !item.isUnwanted,
      waitsFromMs: performance.now(),
      order: 0,
      ...change,
    }
    outbox.put(item)
    return item
  }
  /** Frees the slots of these items, so that waiting ones can be sent. */
  async function free(...names: string[]) {
    for (const name of names) slots.get(name)?.free()
    await nextTurn()
  }
  const putMany = (count: number, lane?: Lane) => {
    for (let index = 0; index < count; index += 1) put(`${lane ?? 'bulk'} ${index}`, lane)
  }
  return { outbox, clock, channels, sent, givenBack, recorded, put, putMany, free, slots }
}
