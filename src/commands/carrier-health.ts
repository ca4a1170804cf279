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
    throw badUsage(`--${option} must be a share from 0 to 1, such as 0.7, or ${never}, or ${byDefault}`)
  return Number(given)
}

function readCount(given: string, option: string): number {
  if (!/^[1-9]\d{0,5}$/.test(given)) throw badUsage(`--${option} must be a number, 1 or greater, or ${byDefault}`)
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
    'Stop using the carrier when more than this share of its responses are errors, or never. Default: 0.7.',
  ),
  'missing-above': ofShare(
    'missingAbove',
    'Stop using the carrier when more than this share of its messages have no delivery receipt, or never. Default: 0.9.',
  ),
  'receipt-minutes': ofCount(
    'receiptMinutes',
    'Age of a message at which its delivery receipt counts as missing, in minutes. Default: 15.',
  ),
  'health-minutes': ofCount('minutes', 'Period that the two shares are computed over, in minutes. Default: 5.'),
  'health-least': ofCount('least', 'Minimum number of responses or messages for an evaluation. Default: 20.'),
  'out-seconds': ofCount('outSeconds', 'Time before the carrier is tried again, in seconds. Default: 60.'),
  'trial-messages': ofCount('trialMessages', 'Number of trial messages from each process. Default: 5.'),
}

export const healthOptions: Readonly<Record<string, Option>> = Object.fromEntries(
  Object.entries(options).map(([name, { value = 'N', about }]) => [name, { value, about }]),
)

/** A function that applies the given options to the current settings; undefined without options. */
export function readHealth(input: Input): ((current: HealthSettings) => HealthSettings) | undefined {
  const given = Object.entries(options).flatMap(([option, { setting, read }]) => {
    const value = input.text(option)
    return value === undefined ? [] : [[setting, value === byDefault ? undefined : read(value, option)] as const]
  })
  return given.length === 0 ? undefined : (current) => ({ ...current, ...Object.fromEntries(given) })
}

/** The settings that are not at their defaults, by option name. */
export function describeHealthSettings(settings: HealthSettings): string {
  const own = Object.entries(options).flatMap(([option, { setting }]) => {
    const value = settings[setting]
    return value === undefined ? [] : [`${option} ${value ?? never}`]
  })
  return own.length === 0 ? 'default thresholds' : own.join(', ')
}
