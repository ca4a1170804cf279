import type { Context } from '../../context.ts'
import type { StoredCarrier } from './store.ts'

/** What is secret in the settings of a carrier, by name. It is bound to the carrier's name, so that one's can't be put into another's row. */
export type CarrierSecrets = Readonly<Record<string, string>>

const use = 'carrier'

export const sealSecrets = ({ secrets }: Pick<Context, 'secrets'>, name: string, values: CarrierSecrets): Buffer =>
  secrets.seal(use, JSON.stringify(values), name)

export const openSecretsOf = ({ secrets }: Pick<Context, 'secrets'>, { name, secrets: sealed }: Pick<StoredCarrier, 'name' | 'secrets'>): CarrierSecrets =>
  JSON.parse(secrets.open(use, sealed, name))
