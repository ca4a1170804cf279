import type { SendBody } from '../../../contract/account/send.ts'
import { refuse } from '../../../values/refusal.ts'
import { findSendSettings } from '../../accounts/index.ts'
import { findTemplate, linkPattern } from '../../templates/index.ts'
import type { SmsContext } from '../context.ts'
import { invalidMessage } from '../errors.ts'
import type { SendContent } from '../model.ts'
import { createPersonalText, type PersonalText } from './personal-text.ts'
import { type Order, readOrder } from './read-order.ts'
import { openRecipients } from './read-recipients.ts'

/** An order with its text, null for a binary message, and its recipients, for a send or a quote. */
export type OpenOrder = Awaited<ReturnType<typeof openOrder>>

/** Reads a body and everything that it refers to. Rejects unknown templates, books and placeholders. */
export async function openOrder(
  ctx: SmsContext,
  accountId: number,
  body: SendBody,
  { compares = false }: { readonly compares?: boolean } = {},
) {
  const { recipientsMax, segmentsMax } = ctx.config
  const order = readOrder(body, { recipientsMax, segmentsMax, now: ctx.clock.now() })
  const settings = await findSendSettings(ctx, accountId)
  const isSmart = order.isSmart ?? settings.isSmart
  const written = await textOf(ctx, accountId, order)
  if (written !== null && written.search(linkPattern) !== -1) throw refuse('links_need_campaign')
  const text = written === null ? null : createPersonalText(written, { isSmart, segmentsMax, compares })
  if (text !== null && text.placeholders.length === 0 && text.common.segments > segmentsMax)
    throw invalidMessage(`the text has ${text.common.segments} parts; the maximum is ${segmentsMax}`)
  const readPart = await openRecipients(ctx, accountId, order, { country: settings.country, text })
  return { order, content: contentOf(order, text), isSmart, text, settings, readPart }
}

/** Null for a binary message. */
async function textOf({ db }: Pick<SmsContext, 'db'>, accountId: number, { text }: Order): Promise<string | null> {
  if (text.kind === 'binary') return null
  if (text.kind === 'text') return text.text
  const template = await findTemplate(db, accountId, text.id)
  if (template === null) throw refuse('template_not_found')
  return template.text
}

function contentOf(order: Order, text: PersonalText | null): SendContent {
  if (text !== null) {
    const { otherSegments: _, ...common } = text.common
    return { ...order.content, ...common }
  }
  const binary = order.text.kind === 'binary' ? order.text : { text: '', segments: 1 }
  return { ...order.content, text: binary.text, encoding: 'gsm', segments: binary.segments }
}
