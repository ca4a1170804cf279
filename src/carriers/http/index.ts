import { type CarrierKind, pushPath, type ReadPush, receiptSecret } from '../carrier.ts'
import type { HttpOptions } from '../http-template/send.ts'
import { checkUrls } from '../http-template/settings.ts'
import { createHttpCarrier } from './carrier.ts'
import { readMessages } from './messages.ts'
import { readReceipts } from './receipts.ts'
import { tryOut } from './request.ts'
import { description, readSettings } from './settings.ts'

export interface HttpCarriersOptions extends HttpOptions {
  /** The public URL of this server; null when not configured. */
  readonly publicUrl: string | null
  readonly maxWaitMs?: number
}

/** The kind of carriers with an HTTP API. */
export function httpCarriers({ checkUrl, publicUrl, ...options }: HttpCarriersOptions): CarrierKind {
  const receiptUrlOf = (name: string, secret: string | undefined) =>
    publicUrl === null || secret === undefined ? null : `${publicUrl}${pushPath(name, 'receipts', secret)}`

  return {
    description,
    async check(given, secrets) {
      const settings = readSettings(given)
      await checkUrls(
        checkUrl,
        tryOut(settings, secrets, receiptUrlOf('x', secrets.includes(receiptSecret) ? 'x' : undefined)),
      )
    },
    open(name, given, secrets) {
      const settings = readSettings(given)
      const receiptUrl = receiptUrlOf(name, secrets[receiptSecret])
      return createHttpCarrier({ ...options, name, settings, secrets, receiptUrl })
    },
    openPushes(given) {
      const { receipts, messages } = readSettings(given)
      const forMessages: ReadPush | null = messages === null ? null : (push, at) => readMessages(messages, push, at)
      const forReceipts: ReadPush | null =
        receipts === null
          ? null
          : (push, at) => {
              const reading = readReceipts(receipts, push, at)
              // A provider with a single URL for everything pushes messages to it too.
              if (forMessages === null || reading.receipts.length > 0 || reading.problems.length === 0) return reading
              const other = forMessages(push, at)
              return other.messages.length > 0 ? other : reading
            }
      return { receipts: forReceipts, messages: forMessages }
    },
  }
}
