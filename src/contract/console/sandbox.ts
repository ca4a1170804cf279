import { type Static, Type } from 'typebox'
import type { RouteShapes } from '../route.ts'
import { objectOf, Time } from '../shapes.ts'

/** Faults of the simulated network. */
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
const rate = Type.Optional(Type.Number({ minimum: 0, maximum: 1 }))

/** Missing settings keep their value. */
export type ChaosBody = Static<typeof ChaosBody>
const ChaosBody = objectOf({
  latencyMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 60_000 })),
  refusalRate: rate,
  disconnectRate: rate,
  ratePerSecond: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
})

export const sandboxRoutes = {
  'GET /simulator': { answer: Simulator },
  'POST /simulator/clock': {
    body: objectOf({ seconds: Type.Integer({ minimum: 1, maximum: secondsMax }) }),
    answer: Simulator,
  },
  'PUT /simulator/chaos': { body: ChaosBody, answer: Simulator },
} as const satisfies RouteShapes
