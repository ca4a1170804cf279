import type { PinSend } from '../../contract/account/otp.ts'
import type { Sendable } from '../../contract/shapes.ts'
import { mapItems, type PageOf } from '../../values/page.ts'
import type { Place } from '../../values/place.ts'
import { readStates } from './channels.ts'
import type { OtpContext } from './context.ts'
import { listPins, type PinRow } from './store.ts'
import { listSends } from './store-sends.ts'

interface ShownRequest extends PinRow {
  readonly sends: readonly Sendable<PinSend>[]
}

/** Requested PINs with the channels that they were sent on, newest first. */
export async function listRequests(
  ctx: OtpContext,
  accountId: number,
  /** Null for all. */
  phone: string | null,
  place: Place,
): Promise<PageOf<ShownRequest>> {
  const page = await listPins(ctx.db, accountId, phone, place, ctx.clock.now())
  const sends = await listSends(
    ctx.db,
    accountId,
    page.items.map(({ pinId }) => pinId),
  )
  const stateOf = await readStates(ctx, accountId, sends)
  const shown = Map.groupBy(sends, ({ pinId }) => pinId)
  return mapItems(page, (pin) => ({
    ...pin,
    sends: (shown.get(pin.pinId) ?? []).map((send) => ({
      channel: send.channel,
      ...stateOf(send),
      at: send.createdAt,
    })),
  }))
}
