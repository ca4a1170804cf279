import type { HealthSettings } from '../../../../../src/contract/console/routing.ts'

/**
 * When a carrier is taken out of the choice, as people set it: shares are percents, and 100 % is never exceeded, which
 * is never.
 */

interface HealthField {
  readonly name: keyof HealthSettings
  readonly title: string
  readonly description: string
  readonly usual: string
  readonly isShare?: true
}

export const healthFields: readonly HealthField[] = [
  {
    name: 'errorsAbove',
    title: 'Errors above (%)',
    usual: '70',
    isShare: true,
    description: 'Taken out when more of its answers are errors. 100 for never.',
  },
  {
    name: 'missingAbove',
    title: 'Missing receipts above (%)',
    usual: '90',
    isShare: true,
    description: 'Taken out when more of its messages have no receipt. 100 for never.',
  },
  {
    name: 'receiptMinutes',
    title: 'Minutes for a receipt',
    usual: '15',
    description: 'How old a message is before its receipt is missed.',
  },
  {
    name: 'minutes',
    title: 'Minutes looked back',
    usual: '5',
    description: 'How far back answers and messages are looked at.',
  },
  {
    name: 'least',
    title: 'Least to judge by',
    usual: '20',
    description: 'Of fewer answers or messages nothing is said.',
  },
  {
    name: 'outSeconds',
    title: 'Seconds out',
    usual: '60',
    description: 'How long it stays out before it is tried; twice as long each further time.',
  },
  { name: 'trialMessages', title: 'Messages of a trial', usual: '5', description: 'How many messages then try it.' },
]

export type HealthDraft = Readonly<Record<string, string>>

/** Through hundredths of a percent, because 0.07 times 100 is not quite 7. */
const toPercent = (share: number) => String(Math.round(share * 10_000) / 100)
const toShare = (percent: number) => Math.round(percent * 100) / 10_000

export function healthDraftOf(settings: HealthSettings): HealthDraft {
  return Object.fromEntries(
    healthFields.map(({ name, isShare }) => {
      const value = settings[name]
      if (value === undefined) return [name, '']
      return [name, isShare ? toPercent(value ?? 1) : String(value)]
    }),
  )
}

/** What is left empty is as usual. */
export function readHealthDraft(draft: HealthDraft): HealthSettings {
  const given = healthFields.filter(({ name }) => (draft[name] ?? '') !== '')
  return Object.fromEntries(
    given.map(({ name, isShare }) => [name, isShare ? toShare(Number(draft[name])) : Number(draft[name])]),
  )
}
