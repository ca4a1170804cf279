import { createRandom } from '../../src/carriers/simulator/outcome.ts'
import { status } from '../../src/engine/smpp/pdu.ts'
import { absentSubscriber } from './message.ts'

/** Injected faults. A rate is the share of submitted messages, from 0 to 1. */
export interface Profile {
  /** Accepts connections but never responds. */
  readonly dead: boolean
  /** Response time of a submit. */
  readonly latencyMs: number
  /** Maximum messages per second; 0 means no limit. */
  readonly ratePerSecond: number
  /** Response to messages above that rate. */
  readonly overRate: OverRate
  /** Answered with ESME_RTHROTTLED, independent of ratePerSecond. */
  readonly throttleRate: number
  /** Answered with `errorStatus`. */
  readonly errorRate: number
  /** The command_status of these answers; ESME_RSYSERR by default. */
  readonly errorStatus: number
  /** Accepted and reported as undeliverable, with `receiptCode`. */
  readonly undeliveredRate: number
  /** The error code in the receipts of undelivered messages; absent subscriber by default. */
  readonly receiptCode: number
  /** The connection is dropped instead of an answer. Half of these messages are accepted first. */
  readonly disconnectRate: number
  /** Accepted but never answered. */
  readonly lostAnswerRate: number
  /** The receipt is sent before the answer. */
  readonly earlyRate: number
  /** The receipt is sent twice. */
  readonly doubleRate: number
  /** The receipt is sent after those of later messages. */
  readonly reorderRate: number
}

export type OverRate = 'throttled' | 'queue-full'
export const overRates: readonly OverRate[] = ['throttled', 'queue-full']

const healthy: Profile = {
  dead: false,
  latencyMs: 0,
  ratePerSecond: 0,
  overRate: 'throttled',
  throttleRate: 0,
  errorRate: 0,
  errorStatus: status.systemError,
  undeliveredRate: 0,
  receiptCode: absentSubscriber,
  disconnectRate: 0,
  lostAnswerRate: 0,
  earlyRate: 0,
  doubleRate: 0,
  reorderRate: 0,
}

/** The names of the values, as POST /profile reads them. */
export const profileValues: readonly string[] = Object.keys(healthy)

export const profiles = {
  healthy,
  flaky: {
    ...healthy,
    errorRate: 0.02,
    disconnectRate: 0.002,
    lostAnswerRate: 0.005,
    earlyRate: 0.05,
    doubleRate: 0.05,
    reorderRate: 0.2,
  },
  throttling: { ...healthy, throttleRate: 0.2 },
  slow: { ...healthy, latencyMs: 500 },
  dead: { ...healthy, dead: true },
  capped: { ...healthy, ratePerSecond: 100 },
} as const satisfies Record<string, Profile>

export type ProfileName = keyof typeof profiles
export const profileNames = Object.keys(profiles) as ProfileName[]
const isProfileName = (name: unknown): name is ProfileName => typeof name === 'string' && Object.hasOwn(profiles, name)

const rateNames = [
  'throttleRate',
  'errorRate',
  'undeliveredRate',
  'disconnectRate',
  'lostAnswerRate',
  'earlyRate',
  'doubleRate',
  'reorderRate',
] as const

/** Merges the given values into the named profile. Returns an error message for invalid values. */
export function readProfile(given: Readonly<Record<string, unknown>>): Profile | string {
  const { profile = 'healthy', ...figures } = given
  if (!isProfileName(profile)) return `profile is one of ${profileNames.join(', ')}`
  for (const [name, figure] of Object.entries(figures)) {
    const problem = problemOf(name, figure)
    if (problem !== null) return problem
  }
  return { ...profiles[profile], ...figures }
}

/** Codes that are sent unchanged, and their maximum. */
const codeMax: Readonly<Record<string, number>> = { errorStatus: 0xffff_ffff, receiptCode: 0xffff }

function problemOf(name: string, figure: unknown): string | null {
  if (!Object.hasOwn(healthy, name))
    return `unknown value ${JSON.stringify(name)}; known values: ${profileValues.join(', ')}`
  if (name === 'dead') return typeof figure === 'boolean' ? null : 'dead is true or false'
  if (name === 'overRate')
    return overRates.some((one) => one === figure) ? null : `overRate is one of ${overRates.join(', ')}`
  const max = codeMax[name]
  if (max !== undefined)
    return Number.isInteger(figure) && Number(figure) >= 0 && Number(figure) <= max
      ? null
      : `${name} is a whole number from 0 to ${max}`
  if (typeof figure !== 'number' || !(figure >= 0)) return `${name} is a number of at least 0`
  return rateNames.some((one) => one === name) && figure > 1 ? `${name} is a share, from 0 to 1` : null
}

/** Faults of one message, in addition to the outcome of its number. */
export interface Faults {
  readonly throttled: boolean
  readonly fails: boolean
  /** The receipt says that the message was not delivered. */
  readonly undelivered: boolean
  readonly disconnects: boolean
  /** Whether a message with a lost answer is accepted. */
  readonly isTaken: boolean
  readonly losesAnswer: boolean
  readonly early: boolean
  readonly doubled: boolean
  /** Additional delay of the receipt. */
  readonly lateMs: number
}

const none: Faults = {
  throttled: false,
  fails: false,
  undelivered: false,
  disconnects: false,
  isTaken: true,
  losesAnswer: false,
  early: false,
  doubled: false,
  lateMs: 0,
}
const lateMsMax = 2_000
/** A sequence of its own, so that the other faults of a seed stay the same. */
const undeliveredSalt = 0x27d4_eb2f

/**
 * Returns the faults of the `count`th message. They depend only on seed and number, so that runs are repeatable. All
 * random values are always drawn, so that changing one rate does not affect the others.
 */
export function drawFaults(profile: Profile, seed: number, count: number): Faults {
  if (rateNames.every((name) => profile[name] === 0)) return none
  const start = Math.imul(seed, 0x9e3779b1) ^ Math.imul(count, 0x85ebca6b)
  const random = createRandom(start)
  return {
    throttled: random() < profile.throttleRate,
    fails: random() < profile.errorRate,
    undelivered: createRandom(start ^ undeliveredSalt)() < profile.undeliveredRate,
    disconnects: random() < profile.disconnectRate,
    isTaken: random() < 0.5,
    losesAnswer: random() < profile.lostAnswerRate,
    early: random() < profile.earlyRate,
    doubled: random() < profile.doubleRate,
    lateMs: random() < profile.reorderRate ? 1 + Math.floor(random() * lateMsMax) : 0,
  }
}
