import type { Quote } from '../../../contract/console/sms.ts'
import { callingCodeOf, countryOf } from '../../../values/countries.ts'
import type { Encoding } from '../../../values/gsm.ts'
import { formatMoney, type Money, money } from '../../../values/money.ts'
import { findSpendableCredit, noCredit, type PriceOf } from '../../balance/index.ts'
import { createConsentMemory, readConsentFacts } from '../../consent/index.ts'
import type { SmsContext } from '../context.ts'
import { noRoute } from '../errors.ts'
import type { Plan, Recipient, SendContent } from '../model.ts'
import { priceOfMessage, priceSend, smsProduct } from './charge.ts'
import { recipientsOf } from './facts.ts'
import { laneOf, sortRecipients } from './send.ts'

/**
 * Calculates the price of a send without storing anything. Does not check the sender ID. The recipients come in one
 * part per request that would be created.
 */
export async function quoteSms(
  ctx: SmsContext,
  accountId: number,
  content: SendContent,
  parts: AsyncIterable<readonly Recipient[]> | Iterable<readonly Recipient[]>,
): Promise<Quote> {
  if (!ctx.routing.hasCarriers()) throw noRoute()
  const now = ctx.clock.now()
  const credit = (await findSpendableCredit(ctx.db, [accountId], smsProduct)).get(accountId) ?? noCredit
  const total = createTotal(content)
  const memory = createConsentMemory()
  let part = 0
  for await (const recipients of parts) {
    part += 1
    const by = { accountId, sender: content.sender, lane: laneOf(recipients.length, part) }
    const sorted = await sortRecipients(ctx.routing.wouldChoose, by, recipients)
    const { reasonFor } = await readConsentFacts(ctx.db, memory, [recipientsOf({ ...by, sorted })])
    const { plan, priceOf, cost } = priceSend(
      { accountId, product: smsProduct, content, sorted },
      reasonFor(recipientsOf({ ...by, sorted })),
      ctx.prices,
      credit,
      now,
    )
    total.add(plan, priceOf, cost)
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

function createTotal(content: SendContent) {
  const countries = new Map<string, { recipients: number; segments: number; cost: bigint }>()
  const recipients = { valid: 0, invalid: 0, duplicates: 0, optedOut: 0, doNotDisturb: 0, noConsent: 0 }
  let longest: { readonly segments: number; readonly encoding: Encoding } | null = null
  let segmentsTotal = 0
  let total = 0n

  return {
    add(
      { accepted, invalid, duplicates, optedOut, doNotDisturb, noConsent }: Plan,
      priceOf: PriceOf,
      cost: Money,
    ): void {
      recipients.valid += accepted.length
      recipients.invalid += invalid
      recipients.duplicates += duplicates
      recipients.optedOut += optedOut
      recipients.doNotDisturb += doNotDisturb
      recipients.noConsent += noConsent
      total += cost
      for (const candidate of accepted) {
        const { segments, encoding } = candidate.own ?? content
        const code = callingCodeOf(candidate.phone)
        const country = countries.get(code) ?? { recipients: 0, segments: 0, cost: 0n }
        country.recipients += 1
        country.segments += segments
        country.cost += priceOfMessage(candidate, content.segments, priceOf)
        countries.set(code, country)
        segmentsTotal += segments
        longest = {
          segments: Math.max(segments, longest?.segments ?? 0),
          encoding: longest?.encoding === 'ucs2' ? 'ucs2' : encoding,
        }
      }
    },
    figures: () => ({
      segments: (longest ?? content).segments,
      encoding: (longest ?? content).encoding,
      segmentsTotal,
      recipients,
      cost: money(total),
      byCountry: [...countries]
        .sort(([a, one], [b, other]) => other.recipients - one.recipients || Number(a) - Number(b))
        .map(([callingCode, { cost, ...figures }]): Quote['byCountry'][number] => ({
          country: countryOf(callingCode),
          callingCode,
          ...figures,
          price: formatMoney(money(cost)),
        })),
    }),
  }
}
