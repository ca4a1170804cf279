import { createHmac } from 'node:crypto'
import type { SealedColumn, Secrets } from '../../engine/secrets/index.ts'

const use = 'erasure'

/** The number of an erasure is encrypted, and only there while it runs. */
export const sealedErasures: readonly SealedColumn[] = [
  {
    table: 'erasures',
    column: 'sealed_phone',
    key: 'id',
    keyType: 'bigint',
    use,
    reads: ['entry'],
    bound: (row) => String(row.entry),
    examined: null,
  },
]

export const sealPhone = (secrets: Secrets, phone: string, entry: string) => secrets.seal(use, phone, entry)
export const openPhone = (secrets: Secrets, sealed: Buffer, entry: string) => secrets.open(use, sealed, entry)

/** Identifies a number without revealing it. The key never leaves the installation. */
export const hashPhone = ({ secrets }: { readonly secrets: Secrets }, phone: string) =>
  createHmac('sha256', secrets.key('erasure hash')).update(phone).digest('hex').slice(0, 32)
