import type { HealthSettings } from '../contract/console/routing.ts'
import { badUsage, type Input, type Option } from './command.ts'

interface HealthOption extends Option {
  readonly setting: keyof HealthSettings
  read(given: string, option: string): number | null
}

const byDefault = 'default'
const never = 'never'

function readShare(given: string, option: string): number | null {
  if (given === never) return null
  if (!/^(?:0|1|0?\.\d{1,4}|1\.0+)$/.test(given))
    throw badUsage(`--${option} is a share from 0 to 1, such as 0.7, or ${never}, or ${byDefault}`)
  return Number(given)
}

function readCount(given: string, option: string): number {
  if (!/^[1-9]\d{0,5}$/.test(given)) throw badUsage(`--${option} is a number from 1 on, or ${byDefault}`)
  return Number(given)
}

const ofShare = (setting: keyof HealthSettings, about: string): HealthOption => ({
  setting,
  value: 'SHARE',
  about,
  read: readShare,
})
const ofCount = (setting: keyof HealthSettings, about: string): HealthOption => ({
  setting,
  value: 'N',
  about,
  read: readCount,
})

const options: Readonly<Record<string, HealthOption>> = {
  'errors-above': ofShare(
    'errorsAbove',
    'Take it out when more than this share of its answers are errors; 0.7 when left out.',
  ),
  'missing-above': ofShare(
    'missingAbove',
    'Take it out when more than this share of its messages have no receipt; 0.9 when left out.',
  ),
  'receipt-minutes': ofCount('receiptMinutes', 'How old a message is before its receipt is missed; 15 when left out.'),
  'health-minutes': ofCount('minutes', 'How far back answers and messages are looked at; 5 when left out.'),
  'health-least': ofCount('least', 'Of fewer answers or messages nothing is said; 20 when left out.'),
  'out-seconds': ofCount('outSeconds', 'How long it stays out at first before it is tried; 60 when left out.'),
  'trial-messages': ofCount('trialMessages', 'How many messages try it then; 5 when left out.'),
}

export const healthOptions: Readonly<Record<string, Option>> = Object.fromEntries(
  Object.entries(options).map(([name, { value = 'N', about }]) => [name, { value, about }]),
)

/** What the options put over the settings that there were; undefined when none is given. */
export function readHealth(input: Input): ((current: HealthSettings) => HealthSettings) | undefined {
  const given = Object.entries(options).flatMap(([option, { setting, read }]) => {
    const value = input.text(option)
    return value === undefined ? [] : [[setting, value === byDefault ? undefined : read(value, option)] as const]
  })
  return given.length === 0 ? undefined : (current) => ({ ...current, ...Object.fromEntries(given) })
}

/** What is not as usual, by the names of its options. */
export function describeHealthSettings(settings: HealthSettings): string {
  const own = Object.entries(options).flatMap(([option, { setting }]) => {
    const value = settings[setting]
    return value === undefined ? [] : [`${option} ${value ?? never}`]
  })
  return own.length === 0 ? 'judged as usual' : `judged with ${own.join(', ')}`
}
