import type { Context } from '../../../context.ts'
import type { SealedColumn } from '../../../engine/secrets/index.ts'

/** What the keys of secret texts are derived for. */
const use = 'sms text'

/** Bound to its request: it can't be moved to another, and read there. */
export const sealText = ({ secrets }: Pick<Context, 'secrets'>, requestId: number, text: string): Buffer =>
  secrets.seal(use, text, String(requestId))

/** Null when it can't be read. */
export const readText = ({ secrets }: Pick<Context, 'secrets'>, requestId: number, sealed: Buffer): string | null =>
  secrets.read(use, sealed, String(requestId))

/** They are short-lived, and nobody can write them again: such a message ends. */
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
