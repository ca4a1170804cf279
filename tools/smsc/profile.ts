import { createRandom } from '../../src/carriers/simulator/random.ts'

/** What goes wrong, and how often. A rate is a share of the submitted messages, from 0 to 1. */
export interface Profile {
  /** Takes connections and says nothing on them, ever. */
  readonly dead: boolean
  /** How long an answer to a submit takes. */
  readonly latencyMs: number
  /** Most messages that it takes in a second; 0 is no limit. */
  readonly ratePerSecond: number
  /** What those above that rate are answered with. */
  readonly overRate: OverRate
  /** Answered with ESME_RTHROTTLED, whatever the rate is. */
  readonly throttleRate: number
  /** Answered with ESME_RSYSERR. */
  readonly errorRate: number
  /** The connection is dropped instead of an answer. Half of these messages were taken before. */
  readonly disconnectRate: number
  /** Taken, and never answered. */
  readonly lostAnswerRate: number
  /** The receipt comes before the answer. */
  readonly earlyRate: number
  /** The receipt comes twice. */
  readonly doubleRate: number
  /** The receipt comes later than those of messages that were submitted after it. */
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
  disconnectRate: 0,
  lostAnswerRate: 0,
  earlyRate: 0,
  doubleRate: 0,
  reorderRate: 0,
}

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
  'disconnectRate',
  'lostAnswerRate',
  'earlyRate',
  'doubleRate',
  'reorderRate',
] as const

/** The figures that somebody wrote, over those of the profile that is named with them. A string is what is wrong. */
export function readProfile(given: Readonly<Record<string, unknown>>): Profile | string {
  const { profile = 'healthy', ...figures } = given
  if (!isProfileName(profile)) return `profile is one of ${profileNames.join(', ')}`
  for (const [name, figure] of Object.entries(figures)) {
    const problem = problemOf(name, figure)
    if (problem !== null) return problem
  }
  return { ...profiles[profile], ...figures }
}

function problemOf(name: string, figure: unknown): string | null {
  if (!Object.hasOwn(healthy, name)) return `there is no figure ${JSON.stringify(name)}`
  if (name === 'dead') return typeof figure === 'boolean' ? null : 'dead is true or false'
  if (name === 'overRate')
    return overRates.some((one) => one === figure) ? null : `overRate is one of ${overRates.join(', ')}`
  if (typeof figure !== 'number' || !(figure >= 0)) return `${name} is a number from 0 on`
  return rateNames.some((one) => one === name) && figure > 1 ? `${name} is a share, from 0 to 1` : null
}

/** What happens to one message besides what its number asks for. */
export interface Faults {
  readonly throttled: boolean
  readonly fails: boolean
  readonly disconnects: boolean
  /** Of a message whose answer can't come: whether it was taken. */
  readonly isTaken: boolean
  readonly losesAnswer: boolean
  readonly early: boolean
  readonly doubled: boolean
  /** How much later than usual its receipt is. */
  readonly lateMs: number
}

const none: Faults = {
  throttled: false,
  fails: false,
  disconnects: false,
  isTaken: true,
  losesAnswer: false,
  early: false,
  doubled: false,
  lateMs: 0,
}
const lateMsMax = 2_000

/**
 * The faults of the `count`th message. Nothing but the seed and that number decides them, so that the same messages in
 * the same order have the same fate; and every one is drawn each time, so that turning one rate does not reshuffle the
 * victims of another.
 */
export function drawFaults(profile: Profile, seed: number, count: number): Faults {
  if (rateNames.every((name) => profile[name] === 0)) return none
  const random = createRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(count, 0x85ebca6b))
  return {
    throttled: random() < profile.throttleRate,
    fails: random() < profile.errorRate,
    disconnects: random() < profile.disconnectRate,
    isTaken: random() < 0.5,
    losesAnswer: random() < profile.lostAnswerRate,
    early: random() < profile.earlyRate,
    doubled: random() < profile.doubleRate,
    lateMs: random() < profile.reorderRate ? 1 + Math.floor(random() * lateMsMax) : 0,
  }
}
