import type { Context } from '../../../context.ts'
import type { SealedColumn } from '../../../engine/secrets/index.ts'

/** The purpose of the derived key. */
const use = 'sms text'

/** The text is sealed with its request id, so it cannot be decrypted in another row. */
export const sealText = ({ secrets }: Pick<Context, 'secrets'>, requestId: number, text: string): Buffer =>
  secrets.seal(use, text, String(requestId))

/** Null when it cannot be decrypted. */
export const readText = ({ secrets }: Pick<Context, 'secrets'>, requestId: number, sealed: Buffer): string | null =>
  secrets.read(use, sealed, String(requestId))

/** Sealed texts are short-lived and cannot be restored, so an unreadable one ends its message. */
export const sealedTexts: readonly SealedColumn[] = [
  {
    table: 'sms_requests',
    column: 'sealed_text',
    key: 'id',
    keyType: 'bigint',
    use,
    reads: [],
    bound: ({ key }) => key,
    examined: null,
  },
]
