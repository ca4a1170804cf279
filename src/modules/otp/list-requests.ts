import type { PinSend } from '../../contract/account/otp.ts'
import type { PageOf, PageQuestion } from '../../values/page.ts'
import { readStates } from './channels.ts'
import type { OtpContext } from './context.ts'
import { listPins, type PinRow } from './store.ts'
import { listSends } from './store-sends.ts'

interface ShownSend extends Omit<PinSend, 'at'> {
  readonly at: Date
}

export interface ShownRequest extends PinRow {
  readonly sends: readonly ShownSend[]
}

/** Requested PINs with the channels that they were sent on, newest first. */
export async function listRequests(
  ctx: OtpContext,
  accountId: number,
  /** Null for all. */
  phone: string | null,
  page: PageQuestion,
): Promise<PageOf<ShownRequest>> {
  const { items, total } = await listPins(ctx.db, accountId, phone, page, ctx.clock.now())
  const sends = await listSends(
    ctx.db,
    accountId,
    items.map(({ pinId }) => pinId),
  )
  const stateOf = await readStates(ctx, accountId, sends)
  const shown = Map.groupBy(sends, ({ pinId }) => pinId)
  return {
    total,
    items: items.map((pin) => ({
      ...pin,
      sends: (shown.get(pin.pinId) ?? []).map((send) => ({
        channel: send.channel,
        ...stateOf(send),
        at: send.createdAt,
      })),
    })),
  }
}
