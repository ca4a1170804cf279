import { isObject } from '../values/json.ts'
import type { KindDescription } from '../values/kind-description.ts'
import type { CarrierKind } from './carrier.ts'
import { describeKind, group, integer, share } from './settings.ts'

/** Settings of every carrier: when its messages take another route. They concern routing, not the carrier itself. */
const { description, read } = describeKind({
  title: 'Failover',
  secrets: [],
  basic: {},
  advanced: {
    failoverSeconds: integer(
      'Failover time (seconds)',
      'Time offline before its messages use the next route. At most one day.',
      { minimum: 0, maximum: 86_400, default: 30 },
    ),
    health: group('Health rules', 'While the carrier is out of service, its messages use the next route.', {
      errorsAbove: share(
        'Error limit',
        'The carrier is taken out of service if a larger share of responses are errors. 1 turns this off.',
        0.7,
      ),
      missingAbove: share(
        'Missing receipt limit',
        'The carrier is taken out of service if a larger share of messages have no receipt. 1 turns this off.',
        0.9,
      ),
      receiptMinutes: integer(
        'Receipt timeout (minutes)',
        'Age of a message after which its receipt counts as missing.',
        { minimum: 1, maximum: 1_440, default: 15 },
      ),
      minutes: integer('Period (minutes)', 'Health is evaluated over the responses and messages of this period.', {
        minimum: 1,
        maximum: 60,
        default: 5,
      }),
      least: integer('Minimum sample', 'With fewer responses or messages, health is not evaluated.', {
        minimum: 1,
        maximum: 100_000,
        default: 20,
      }),
      outSeconds: integer(
        'Time out of service (seconds)',
        'Time before the next trial. It doubles after every failed trial.',
        { minimum: 1, maximum: 900, default: 60 },
      ),
      trialMessages: integer('Trial messages', 'Messages that test the carrier in a trial.', {
        minimum: 1,
        maximum: 1_000,
        default: 5,
      }),
    }),
  },
})

type Given = Readonly<Record<string, unknown>>

const names = Object.keys(description.settings.properties)
const pick = (settings: Given, isWanted: (name: string) => boolean): Given =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => isWanted(name)))

/** The settings that the carrier itself gets. */
export const withoutFailover = (settings: Given): Given => pick(settings, (name) => !names.includes(name))

export const defaultFailover = read({})
export type HealthSettings = typeof defaultFailover.health

/** Stored settings were checked before. */
export function failoverOf(settings: Given) {
  const { failoverSeconds, health }: typeof defaultFailover = { ...defaultFailover, ...settings }
  return { failoverSeconds, healthSettings: { ...defaultFailover.health, ...health } }
}

/** A kind with these settings too. */
export const describeFailover = ({ settings, ...kind }: KindDescription): KindDescription => ({
  ...kind,
  settings: { ...settings, properties: { ...settings.properties, ...description.settings.properties } },
})

/** Adds the settings to a kind of carrier. */
export function withFailover(kind: CarrierKind): CarrierKind {
  const ownOf = (given: unknown) => (isObject(given) ? withoutFailover(given) : given)
  const { openPushes, listErrors } = kind
  return {
    ...kind,
    description: describeFailover(kind.description),
    async check(given, secrets) {
      if (isObject(given)) read(pick(given, (name) => names.includes(name)))
      await kind.check(ownOf(given), secrets)
    },
    open: (name, given, secrets) => kind.open(name, ownOf(given), secrets),
    ...(openPushes && { openPushes: (given: unknown) => openPushes(ownOf(given)) }),
    ...(listErrors && { listErrors: (given: unknown) => listErrors(ownOf(given)) }),
  }
}
