import { t } from '../text.ts'

/** The name of a carrier as users read it. */
export const carrierName = (name: string): string => (name === 'simulator' ? t.shared.simulated : name)
