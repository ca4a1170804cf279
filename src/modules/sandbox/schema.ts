import { Type } from 'typebox'

/**
 * A year and a day: enough for whatever is scheduled or forgotten, and a slip of the hand does not end all that waits
 * for decades.
 */
const secondsMax = 366 * 86_400
const rate = Type.Optional(Type.Number({ minimum: 0, maximum: 1 }))

export const ClockBody = Type.Object(
  { seconds: Type.Integer({ minimum: 1, maximum: secondsMax }) },
  { additionalProperties: false },
)

/** What is left out stays as it is. */
export const ChaosBody = Type.Object(
  {
    latencyMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 60_000 })),
    refusalRate: rate,
    disconnectRate: rate,
    ratePerSecond: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
  },
  { additionalProperties: false },
)
