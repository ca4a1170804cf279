import type { Clock } from '../../values/time.ts'
import type { CarrierKind } from '../carrier.ts'
import { createSmpp } from './carrier.ts'
import type { Log } from './deliveries.ts'
import { listReceiptErrors } from './receipt.ts'
import { description, readPassword, readSettings } from './settings.ts'
import { listStatusErrors } from './status.ts'

export interface SmppCarriersOptions {
  readonly clock: Clock
  readonly log?: Log
  /** How long a message waits in the outbox, in real time. */
  readonly maxWaitMs?: number
}

/** The kind of carriers over SMPP 3.4. Their only secret is `password`. */
export function smppCarriers({ clock, log, maxWaitMs }: SmppCarriersOptions): CarrierKind {
  return {
    description,
    check: (settings, secrets) => void readSettings(settings, secrets),
    listErrors(given) {
      const { statusErrors, receiptErrors } = readSettings(given, ['password'])
      return { statuses: listStatusErrors(statusErrors), receipts: listReceiptErrors(receiptErrors) }
    },
    open: (name, settings, secrets) =>
      createSmpp({
        name,
        settings: readSettings(settings, Object.keys(secrets)),
        password: readPassword(secrets),
        clock,
        log,
        maxWaitMs,
      }),
  }
}
