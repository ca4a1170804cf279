import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { SealedColumn, Secrets } from '../../engine/secrets/index.ts'

/** The purpose of the derived key. */
const use = 'otp pin'

/** The PIN is sealed with its id, so it cannot be decrypted in another row. */
export const sealPin = ({ secrets }: Pick<Context, 'secrets'>, pinId: string, pin: string): Buffer =>
  secrets.seal(use, pin, pinId)

/** Null when it cannot be decrypted. */
export const readPin = ({ secrets }: Pick<Context, 'secrets'>, pinId: string, sealed: Buffer): string | null =>
  secrets.read(use, sealed, pinId)

/** Kept PINs live for minutes and cannot be restored, so an unreadable one is only not sent again. */
export const sealedPins: readonly SealedColumn[] = [
  {
    table: 'otp_pins',
    column: 'sealed_pin',
    key: 'id',
    keyType: 'uuid',
    use,
    reads: [],
    bound: ({ key }) => key,
    examined: null,
  },
]

/** All PINs are equally likely, including those with leading zeros. */
export const makePin = (length: number) => String(randomInt(10 ** length)).padStart(length, '0')

/** The stored hash of a PIN. It includes the id, so that equal PINs have different hashes. */
export const hashPin = (secrets: Secrets, pinId: string, pin: string): Buffer =>
  createHmac('sha256', secrets.key('otp')).update(`${pinId} ${pin}`).digest()

/** Constant time, so that timing reveals nothing about the PIN. */
export const isSameHash = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other)
