import type { Context } from '../../context.ts'
import type { SealedColumn } from '../../engine/secrets/index.ts'

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
