import type { HealthSettings } from '../../../../../src/contract/console/routing.ts'

/** The health rules of a carrier as a form shows them: shares are percentages, and 100 turns a rule off. */

interface HealthField {
  readonly name: keyof HealthSettings
  /** The default. */
  readonly placeholder: string
  readonly isShare?: true
}

export const healthFields: readonly HealthField[] = [
  { name: 'errorsAbove', placeholder: '70', isShare: true },
  { name: 'missingAbove', placeholder: '90', isShare: true },
  { name: 'receiptMinutes', placeholder: '15' },
  { name: 'minutes', placeholder: '5' },
  { name: 'least', placeholder: '20' },
  { name: 'outSeconds', placeholder: '60' },
  { name: 'trialMessages', placeholder: '5' },
]

export type HealthDraft = Readonly<Record<string, string>>

/** Rounded to hundredths of a percent: 0.07 * 100 is not 7. */
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

/** Empty fields keep their defaults. */
export function readHealthDraft(draft: HealthDraft): HealthSettings {
  const given = healthFields.filter(({ name }) => (draft[name] ?? '') !== '')
  return Object.fromEntries(
    given.map(({ name, isShare }) => [name, isShare ? toShare(Number(draft[name])) : Number(draft[name])]),
  )
}
