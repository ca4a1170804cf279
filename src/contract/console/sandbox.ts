import { type Static, Type } from 'typebox'
import { answerOf, Time } from '../shapes.ts'
import type { RouteShapes } from './route.ts'

/** How the simulated network misbehaves. */
export type Chaos = Static<typeof Chaos>
const Chaos = answerOf({
  latencyMs: Type.Number(),
  /** Shares of the messages, from 0 to 1. */
  refusalRate: Type.Number(),
  disconnectRate: Type.Number(),
  /** 0 is no limit. */
  ratePerSecond: Type.Number(),
})

/** The simulated network of staging and its clock. */
export type Simulator = Static<typeof Simulator>
const Simulator = answerOf({
  now: Time,
  /** How far the clock was moved ahead of the real time. */
  movedSeconds: Type.Integer(),
  chaos: Chaos,
})

/** A year and a day: enough for anything scheduled, and a typing error does not expire messages for decades. */
const secondsMax = 366 * 86_400
const rate = Type.Optional(Type.Number({ minimum: 0, maximum: 1 }))

/** A setting that is left out stays as it is. */
export type ChaosBody = Static<typeof ChaosBody>
const ChaosBody = Type.Object(
  {
    latencyMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 60_000 })),
    refusalRate: rate,
    disconnectRate: rate,
    ratePerSecond: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
  },
  { additionalProperties: false },
)

export const sandboxRoutes = {
  'GET /simulator': { answer: Simulator },
  'POST /simulator/clock': {
    body: Type.Object({ seconds: Type.Integer({ minimum: 1, maximum: secondsMax }) }, { additionalProperties: false }),
    answer: Simulator,
  },
  'PUT /simulator/chaos': { body: ChaosBody, answer: Simulator },
} as const satisfies RouteShapes
