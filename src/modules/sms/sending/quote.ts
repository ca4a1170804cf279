import type { Quote, SendBody } from '../../../contract/account/send.ts'
import { callingCodeOf, countryOf } from '../../../values/countries.ts'
import type { Encoding } from '../../../values/gsm.ts'
import { formatMoney, money } from '../../../values/money.ts'
import { findSpendableCredit, noCredit, type PriceOf } from '../../balance/index.ts'
import { createConsentMemory, readConsentFacts } from '../../consent/index.ts'
import type { SmsContext } from '../context.ts'
import { noRoute } from '../errors.ts'
import type { Candidate, Plan } from '../model.ts'
import { carrierFacts, delayOf } from '../search/waiting-rules.ts'
import { priceOfMessage, priceSend, smsProduct } from './charge.ts'
import { recipientsOf } from './facts.ts'
import { type OpenOrder, openOrder } from './open-order.ts'
import { beginning, type ReadPart, type RecipientsPart } from './read-recipients.ts'
import { laneOf, sortRecipients } from './send.ts'

/** Messages that a quote shows by default. */
const samplesMax = 5

/** Calculates the price of a send without storing anything. Does not check the sender ID. */
export async function quoteOrder(ctx: SmsContext, accountId: number, body: SendBody): Promise<Quote> {
  const open = await openOrder(ctx, accountId, body, { compares: true })
  return quoteParts(ctx, accountId, open, partsOf(open.readPart))
}

async function* partsOf(readPart: ReadPart): AsyncGenerator<RecipientsPart> {
  for (let at = beginning; !at.isEnd; ) {
    const part = await readPart(at)
    at = part.end
    yield part
  }
}

type Quoted = Pick<OpenOrder, 'content' | 'text' | 'isSmart'>

/** The recipients come in parts, one for each request that would be created. */
export async function quoteParts(
  ctx: SmsContext,
  accountId: number,
  quoted: Quoted,
  parts: AsyncIterable<Pick<RecipientsPart, 'recipients' | 'earlier'>>,
  shown = samplesMax,
): Promise<Quote> {
  if (!ctx.routing.hasCarriers()) throw noRoute()
  const { content } = quoted
  const now = ctx.clock.now()
  const credit = (await findSpendableCredit(ctx.db, [accountId], smsProduct)).get(accountId) ?? noCredit
  const total = createTotal(quoted, shown, (carrier) => delayOf(carrierFacts(ctx, carrier)) !== null)
  const memory = createConsentMemory()
  let part = 0
  for await (const { recipients, earlier } of parts) {
    part += 1
    const by = { accountId, sender: content.sender, lane: laneOf(recipients.length, part) }
    const sorted = await sortRecipients(ctx.routing.wouldChoose, by, recipients, earlier)
    const { reasonFor } = await readConsentFacts(ctx.db, memory, [recipientsOf({ ...by, sorted })])
    const { plan, priceOf } = priceSend(
      { accountId, product: smsProduct, segments: content.segments, sorted },
      reasonFor(recipientsOf({ ...by, sorted })),
      ctx.prices,
      credit,
      now,
    )
    total.add(recipients.length, plan, priceOf)
  }
  const { cost, ...figures } = total.figures()
  return {
    ...figures,
    price: formatMoney(cost),
    currency: credit.currency,
    available: formatMoney(credit.spendable),
    enough: cost <= credit.spendable,
  }
}

const planCounts = ['invalid', 'duplicates', 'optedOut', 'doNotDisturb', 'noConsent'] as const

function createTotal({ content, text, isSmart }: Quoted, shown: number, isDelayed: (carrier: string) => boolean) {
  const countries = new Map<string, { recipients: number; parts: number; cost: bigint }>()
  const recipients = { total: 0, valid: 0, invalid: 0, duplicates: 0, optedOut: 0, doNotDisturb: 0, noConsent: 0 }
  const samples: Quote['samples'][number][] = []
  const missing = new Map<string, number>()
  const byCarrier = new Map<string, number>()
  const chosen = { parts: 0, cost: 0n }
  const other = { parts: 0, cost: 0n }
  let longest: { readonly parts: number; readonly encoding: Encoding } | null = null
  const commonOther = text?.common.otherSegments ?? content.segments

  function addMessage(candidate: Candidate, priceOf: PriceOf): void {
    const own = candidate.own ?? content
    const { segments: parts, encoding } = own
    const price = priceOfMessage(candidate, content.segments, priceOf)
    const code = callingCodeOf(candidate.phone)
    const country = countries.get(code) ?? { recipients: 0, parts: 0, cost: 0n }
    country.recipients += 1
    country.parts += parts
    country.cost += price
    countries.set(code, country)
    byCarrier.set(candidate.carrier, (byCarrier.get(candidate.carrier) ?? 0) + 1)
    chosen.parts += parts
    chosen.cost += price
    const otherParts = candidate.own?.otherSegments ?? commonOther
    other.parts += otherParts
    other.cost += priceOf(candidate.phone) * BigInt(otherParts)
    longest = {
      parts: Math.max(parts, longest?.parts ?? 0),
      encoding: longest?.encoding === 'ucs2' ? 'ucs2' : encoding,
    }
    for (const name of new Set(candidate.own?.missing)) missing.set(name, (missing.get(name) ?? 0) + 1)
    if (samples.length < shown)
      samples.push({ phone: candidate.phone, text: own.text, encoding, parts, price: formatMoney(price) })
  }

  return {
    add(total: number, plan: Plan, priceOf: PriceOf): void {
      recipients.total += total
      recipients.valid += plan.accepted.length
      for (const count of planCounts) recipients[count] += plan[count]
      for (const candidate of plan.accepted) addMessage(candidate, priceOf)
    },
    figures: () => ({
      parts: longest?.parts ?? content.segments,
      encoding: (longest ?? content).encoding,
      partsTotal: chosen.parts,
      recipients,
      cost: money(chosen.cost),
      byCountry: [...countries]
        .sort(([a, one], [b, another]) => another.recipients - one.recipients || Number(a) - Number(b))
        .map(([callingCode, { cost, ...figures }]): Quote['byCountry'][number] => ({
          country: countryOf(callingCode),
          callingCode,
          ...figures,
          price: formatMoney(money(cost)),
        })),
      smartEncoding: {
        used: isSmart,
        with: showChoice(isSmart ? chosen : other),
        without: showChoice(isSmart ? other : chosen),
        replaced: [...(text?.replaced() ?? [])],
      },
      samples,
      delayed: [...byCarrier].reduce((sum, [carrier, count]) => sum + (isDelayed(carrier) ? count : 0), 0),
      missing: [...missing].map(([placeholder, messages]) => ({ placeholder, messages })),
    }),
  }
}

const showChoice = ({ parts, cost }: { readonly parts: number; readonly cost: bigint }) => ({
  partsTotal: parts,
  price: formatMoney(money(cost)),
})
