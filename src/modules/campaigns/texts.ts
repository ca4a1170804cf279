import { refuse } from '../../values/refusal.ts'
import { findSendSettings } from '../accounts/index.ts'
import { listPlaceholders } from '../contacts/index.ts'
import { codeLength, createCodes, linkBase, shortUrl } from '../links/index.ts'
import {
  createPersonalText,
  invalidMessage,
  type Recipient,
  readWindow,
  type SmsContext,
  unknownPlaceholders,
  type WireOptions,
  wireUnlessEmpty,
} from '../sms/index.ts'
import type { Member } from './audience.ts'
import { linkName, listUrls, replaceLinks } from './rules.ts'
import type { Campaign } from './store.ts'

/** How the links of a text are written. */
export type LinkUse =
  /** With a code that stands for any other: for previews. */
  | { readonly kind: 'sample' }
  /** The same codes for all recipients. */
  | { readonly kind: 'shared'; readonly codes: readonly string[] }
  /** New codes for every recipient. */
  | { readonly kind: 'unique' }

const sampleCode = 'x'.repeat(codeLength)

export type Texts = Awaited<ReturnType<typeof openTexts>>

/** Opens the text of a campaign. Throws for unknown placeholders and invalid links. */
export async function openTexts(
  ctx: SmsContext,
  campaign: Campaign,
  links: LinkUse,
  { compares = false }: { readonly compares?: boolean } = {},
) {
  const { config } = ctx
  const { accountId, options, sender, name } = campaign
  const settings = await findSendSettings(ctx, accountId)
  const isSmart = options.smartEncoding ?? settings.isSmart
  const urls = listUrls(campaign.text)
  const base = linkBase(config)
  if (urls.length > 0 && base === null) throw refuse('links_unavailable')
  const addressOf = (code: string) => shortUrl(base ?? '', code)
  const written = replaceLinks(campaign.text, (index) => {
    if (links.kind === 'unique') return `{${linkName(index)}}`
    return addressOf(links.kind === 'sample' ? sampleCode : (links.codes[index] ?? sampleCode))
  })
  const text = createPersonalText(written, { isSmart, segmentsMax: config.segmentsMax, compares })
  if (text.placeholders.length === 0 && text.common.segments > config.segmentsMax)
    throw invalidMessage(`the text has ${text.common.segments} parts; the maximum is ${config.segmentsMax}`)
  const linkNames = new Set(urls.map((_, index) => linkName(index)))
  await rejectUnknown(
    ctx,
    campaign,
    text.placeholders.filter((one) => !linkNames.has(one)),
  )
  const { otherSegments: _, ...common } = text.common
  const wire = wireOf(campaign)

  return {
    settings,
    isSmart,
    text,
    urls,
    content: {
      ...common,
      // The text of the request shows links and placeholders as they were written.
      text: text.placeholders.length > 0 ? campaign.text : common.text,
      sender,
      campaignTitle: name,
      wire: wireUnlessEmpty(wire),
    },
    /** The recipients of messages with their texts; their ids begin with `first`. */
    compose(members: readonly Member[], first: number) {
      /** The codes of each recipient with links of its own, by the recipient's id. */
      const codes = new Map<string, readonly string[]>()
      const created = links.kind === 'unique' ? createCodes(urls.length * members.length) : []
      const recipients = members.map((member, index): Recipient => {
        const { phone, contactId } = member
        const recipientId = String(contactId ?? first + index)
        const own = created.slice(index * urls.length, (index + 1) * urls.length)
        if (own.length > 0) codes.set(recipientId, own)
        const addresses = new Map(own.map((code, place) => [linkName(place), addressOf(code)]))
        const filled = text.ownOf((name) => addresses.get(name) ?? member.valueOf(name))
        const recipient: Recipient = { recipientId, idOf: 'server', number: phone ?? '', phone }
        return filled === undefined ? recipient : { ...recipient, own: filled }
      })
      return { recipients, codes }
    },
  }
}

function wireOf({ options: { flash, sendWindow } }: Campaign): WireOptions {
  return {
    ...(flash ? { messageClass: 0 } : {}),
    ...(sendWindow === null ? {} : { window: readWindow(sendWindow) }),
  }
}

/** A misspelled placeholder would leave a gap in every message. */
async function rejectUnknown({ db }: SmsContext, campaign: Campaign, placeholders: readonly string[]): Promise<void> {
  const known = [...(campaign.fileColumns ?? [])]
  const { bookIds, segmentIds, contactIds } = campaign.audience
  if (bookIds.length + segmentIds.length + contactIds.length > 0)
    known.push(...(await listPlaceholders(db, campaign.accountId)))
  const unknown = placeholders.filter((name) => !known.includes(name))
  if (unknown.length > 0) throw unknownPlaceholders(unknown, known)
}
