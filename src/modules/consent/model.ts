/** The nouns of this module. Everything here is data. */

export type { OptOutSource } from '../../contract/account/consent.ts'
export type { DoNotDisturbSource } from '../../contract/console/consent.ts'

/** Why a number with a valid format gets no message. PINs are sent all the same. */
const exclusions = ['opted_out', 'do_not_disturb', 'no_consent'] as const
export type Exclusion = (typeof exclusions)[number]

export const isExclusion = (reason: string): reason is Exclusion => exclusions.some((one) => one === reason)

/** A number of an account. */
export interface AccountPhone {
  readonly accountId: number
  readonly phone: string
}
