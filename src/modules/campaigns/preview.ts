import type { CampaignPreview } from '../../contract/account/campaigns.ts'
import type { Tx } from '../../engine/db/index.ts'
import type { IdempotencyKey } from '../../engine/http/index.ts'
import type { Phone } from '../../values/phone.ts'
import { refuse } from '../../values/refusal.ts'
import { readTypedPhone } from '../accounts/index.ts'
import { createCodes, insertCodes, insertLinks } from '../links/index.ts'
import { type AcceptedOrder, quoteParts, type Recipient, type SmsContext, sendOnce } from '../sms/index.ts'
import { type Member, readAudience } from './audience.ts'
import { checkAudience, checkText, getCampaign } from './manage.ts'
import type { Campaign } from './store.ts'
import { lockText } from './store-status.ts'
import { openTexts, type Texts } from './texts.ts'

const noPhones: ReadonlySet<Phone> = new Set()

/** Counts the recipients of a draft and its price. With a number, only of that recipient. */
export async function previewCampaign(
  ctx: SmsContext,
  accountId: number,
  id: number,
  { shown, number }: { readonly shown: number; readonly number: string | null },
): Promise<CampaignPreview> {
  const campaign = await getCampaign(ctx, accountId, id)
  checkAudience(campaign)
  const texts = await openTexts(ctx, campaign, { kind: 'sample' }, { compares: true })
  const left = { duplicates: 0, excluded: 0 }
  const members =
    number === null
      ? readAudience(ctx, campaign, left)
      : only(await findMember(ctx, campaign, await readTypedPhone(ctx, accountId, number)))
  const quote = await quoteParts(ctx, accountId, texts, partsOf(members, texts), shown)
  const { total, duplicates, ...counts } = quote.recipients
  const { excluded } = left
  return {
    ...quote,
    recipients: { ...counts, total: total + left.duplicates + excluded, duplicates: duplicates + left.duplicates },
    excluded,
  }
}

async function* only(member: Member): AsyncGenerator<readonly Member[]> {
  yield [member]
}

async function* partsOf(members: AsyncIterable<readonly Member[]>, { compose }: Texts) {
  let first = 1
  for await (const part of members) {
    yield { recipients: compose(part, first).recipients, earlier: noPhones }
    first += part.length
  }
}

/** A recipient by its number, or the first one. */
async function findMember(ctx: SmsContext, campaign: Campaign, phone: Phone | null): Promise<Member> {
  for await (const members of readAudience(ctx, campaign)) {
    const found = phone === null ? members[0] : members.find((member) => member.phone === phone)
    if (found !== undefined) return found
  }
  throw refuse('not_in_audience')
}

/** Sends the message of one recipient to other numbers. Clicks on its links do not count. */
export async function testCampaign(
  ctx: SmsContext,
  accountId: number,
  id: number,
  { to, as }: { readonly to: readonly string[]; readonly as?: string },
  key: IdempotencyKey | null,
): Promise<AcceptedOrder> {
  const campaign = await getCampaign(ctx, accountId, id)
  checkAudience(campaign)
  checkText(campaign)
  const phones: Phone[] = []
  for (const number of to) phones.push(await readTypedPhone(ctx, accountId, number))
  const codes = createCodes((await openTexts(ctx, campaign, { kind: 'sample' })).urls.length)
  const { content, text, urls, settings } = await openTexts(ctx, campaign, { kind: 'shared', codes })
  const member = await findMember(ctx, campaign, as === undefined ? null : await readTypedPhone(ctx, accountId, as))
  const own = text.ownOf(member.valueOf)
  const recipients = phones.map(
    (phone, index): Recipient => ({
      ...{ recipientId: String(index + 1), idOf: 'server', number: phone, phone },
      ...(own === undefined ? {} : { own }),
    }),
  )
  const request = {
    ...content,
    campaignTitle: null,
    tags: ['test'],
    recipients,
    async take(tx: Tx) {
      // Links of another text would belong to the wrong place.
      if ((await lockText(tx, accountId, id)) !== campaign.text) return false
      const linkIds = await insertLinks(tx, { accountId, campaignId: id, urls, now: ctx.clock.now() })
      await insertCodes(
        tx,
        codes.map((code, index) => ({ code, linkId: linkIds[index] ?? 0, messageId: null, isTest: true })),
      )
      return true
    },
  }
  return { requests: [await sendOnce(ctx, accountId, () => request, key, settings.messagesPerDay)], stoppedBy: null }
}
