import { consoleResource, route } from '../route.ts'
import { described, objectOf, optional, Time } from '../shapes.ts'
import { type Static, Type } from '../type.ts'

export type Chaos = Static<typeof Chaos>
const Chaos = objectOf({
  latencyMs: Type.Number(),
  /** Shares of the messages, from 0 to 1. */
  refusalRate: Type.Number(),
  disconnectRate: Type.Number(),
  /** 0 means no limit. */
  ratePerSecond: Type.Number(),
})

/** The simulated network of staging and its clock. */
export type Simulator = Static<typeof Simulator>
const Simulator = objectOf({
  now: Time,
  /** The offset of the clock from real time. */
  movedSeconds: Type.Integer(),
  chaos: Chaos,
})

/** A year and a day: enough for any schedule, and a typo cannot expire messages for decades. */
const secondsMax = 366 * 86_400
const rateOf = (description: string) => Type.Optional(Type.Number({ minimum: 0, maximum: 1, description }))

/** Missing settings keep their value. */
export type ChaosBody = Static<typeof ChaosBody>
const ChaosBody = objectOf({
  latencyMs: optional(Type.Integer({ minimum: 0, maximum: 60_000 }), 'how long the network takes to answer'),
  refusalRate: rateOf('the share of rejected messages, from 0 to 1'),
  disconnectRate: rateOf('the share of messages that break the connection, from 0 to 1'),
  ratePerSecond: optional(
    Type.Integer({ minimum: 0, maximum: 100_000 }),
    'the messages a second that it accepts; 0 for no limit',
  ),
})

export const simulator = consoleResource('simulator', {
  get: route('GET /simulator', 'operator', 'Get the settings of the simulated network', {
    command: 'sandbox show',
    answer: Simulator,
  }),
  moveClock: route('POST /simulator/clock', 'operator', 'Move the clock forward', {
    command: 'sandbox forward',
    columns: 'now, movedSeconds',
    does: 'simulator.clock',
    body: objectOf({
      seconds: described(
        Type.Integer({ minimum: 1, maximum: secondsMax }),
        'how far to move; the clock never goes back',
      ),
    }),
    answer: Simulator,
  }),
  setChaos: route('PUT /simulator/chaos', 'operator', 'Set the faults of the simulated network', {
    command: 'sandbox set-chaos',
    does: 'simulator.chaos',
    body: ChaosBody,
    answer: Simulator,
  }),
})
