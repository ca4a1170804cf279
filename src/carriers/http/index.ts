import type { Clock } from '../../values/time.ts'
import { type CarrierKind, receiptPath, receiptSecret } from '../carrier.ts'
import type { Judge, Send } from '../http-template/send.ts'
import { checkUrls } from '../http-template/settings.ts'
import { createHttpCarrier, type Log } from './carrier.ts'
import { description } from './described.ts'
import { readPush } from './pushes.ts'
import { tryOut } from './request.ts'
import { readSettings } from './settings.ts'

export interface HttpCarriersOptions {
  readonly clock: Clock
  readonly send: Send
  readonly judge: Judge
  /** The public URL of this server; null when not configured. */
  readonly publicUrl: string | null
  readonly log?: Log | undefined
  /** How long a message waits in the outbox, in real time. */
  readonly maxWaitMs?: number | undefined
}

/** The kind of carriers with an HTTP API. */
export function httpCarriers({ clock, send, judge, publicUrl, log, maxWaitMs }: HttpCarriersOptions): CarrierKind {
  const receiptUrlOf = (name: string, secret: string | undefined) =>
    publicUrl === null || secret === undefined ? null : `${publicUrl}${receiptPath(name, secret)}`

  return {
    description,
    async check(given, secrets) {
      const settings = readSettings(given)
      await checkUrls(
        judge,
        tryOut(settings, secrets, receiptUrlOf('x', secrets.includes(receiptSecret) ? 'x' : undefined)),
      )
    },
    open(name, given, secrets) {
      const settings = readSettings(given)
      const receiptUrl = receiptUrlOf(name, secrets[receiptSecret])
      return createHttpCarrier({ name, settings, secrets, receiptUrl, send, clock, log, maxWaitMs })
    },
    openPushes(given) {
      const { receipts } = readSettings(given)
      return receipts === null ? null : (push, at) => readPush(receipts, push, at)
    },
  }
}
