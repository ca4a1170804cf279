import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { SealedColumn } from '../../engine/secrets/index.ts'
import type { StoredCarrier } from './store.ts'

/**
 * The secrets of a carrier by name. They are sealed with the carrier's name, so they cannot be moved to the row of
 * another carrier.
 */
export type CarrierSecrets = Readonly<Record<string, string>>

const use = 'carrier'

export const sealSecrets = ({ secrets }: Pick<Context, 'secrets'>, name: string, values: CarrierSecrets): Buffer =>
  secrets.seal(use, JSON.stringify(values), name)

export const openSecrets = (
  { secrets }: Pick<Context, 'secrets'>,
  { name, secrets: sealed }: Pick<StoredCarrier, 'name' | 'secrets'>,
): CarrierSecrets => JSON.parse(secrets.open(use, sealed, name))

/** Null when they cannot be decrypted and have to be set again. */
export function readSecretsOf(
  { secrets }: Pick<Context, 'secrets'>,
  { name, secrets: sealed }: Pick<StoredCarrier, 'name' | 'secrets'>,
): CarrierSecrets | null {
  const text = secrets.read(use, sealed, name)
  return text === null ? null : JSON.parse(text)
}

export const sealedCarriers: readonly SealedColumn[] = [
  {
    table: 'routing_carriers',
    column: 'secrets',
    key: 'name',
    keyType: 'text',
    use,
    reads: [],
    bound: ({ key }) => key,
    examined: {
      only: sql`true`,
      name: ({ key }) => `carrier ${key}`,
      repair: ({ key }) => `ngoma carrier change ${key} --password-file FILE`,
    },
  },
]
