import type { Context } from '../../../context.ts'

/** What the keys of secret texts are derived for. */
const use = 'sms text'

/** Bound to its request: it can't be moved to another, and read there. */
export const sealText = ({ secrets }: Pick<Context, 'secrets'>, requestId: number, text: string): Buffer =>
  secrets.seal(use, text, String(requestId))

export const openText = ({ secrets }: Pick<Context, 'secrets'>, requestId: number, sealed: Buffer): string =>
  secrets.open(use, sealed, String(requestId))
