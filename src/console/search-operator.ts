import type { FastifyInstance } from 'fastify'
import { serve } from '../api-route.ts'
import { consoleSearch } from '../contract/console/search.ts'
import { findAccount, listAccounts, listCountries } from '../modules/accounts/index.ts'
import { listCarrierNames } from '../modules/routing/index.ts'
import { listMessagesTo, type SmsContext } from '../modules/sms/index.ts'
import { listUsers } from '../modules/users/index.ts'
import { parseId } from '../values/id.ts'
import { formatPhone, parseTypedPhone } from '../values/local-number.ts'
import { searchText } from '../values/page.ts'
import type { Phone } from '../values/phone.ts'
import { startOf } from '../values/place.ts'
import { groupOf, itemsMax, readSearched } from './search.ts'

/** The search of operators: accounts, carriers, users, and messages to a number. */
export function operatorSearchConsole(app: FastifyInstance, ctx: SmsContext): void {
  serve(app, consoleSearch.all, async ({ query, request }) => {
    const text = readSearched(query)
    const place = startOf(itemsMax + 1)
    const id = parseId(text)
    const phones = await listPhones(ctx, String(query.q))
    const [phone] = phones
    if (phone !== undefined) request.auditDetail = phones.length === 1 ? { phone } : { phones }
    const [byId, accounts, carriers, users, messages] = await Promise.all([
      id === null ? null : findAccount(ctx, id),
      listAccounts(ctx, { place, search: text }),
      listCarrierNames(ctx.db),
      listUsers(ctx.db, { email: null, search: text }, place),
      Promise.all(phones.map((one) => listMessagesTo(ctx, one, place.limit))),
    ])
    const others = accounts.items.filter((account) => account.id !== id)
    const namedLike = carriers.filter((name) => searchText(name).includes(text))
    const newest = messages.flat().toSorted((one, other) => other.id - one.id)
    const groups = [
      groupOf('account', byId === null ? others : [byId, ...others], (account) => ({
        ...noMessage,
        id: String(account.id),
        title: account.name,
        detail: '',
      })),
      groupOf('carrier', namedLike, (name) => ({ ...noMessage, id: name, title: name, detail: '' })),
      groupOf('user', users.items, ({ id: found, name, email }) => {
        return { ...noMessage, id: found, title: name || email, detail: name && email }
      }),
      groupOf('message', newest, (message) => ({
        accountId: message.accountId,
        at: message.createdAt,
        id: String(message.id),
        title: formatPhone(message.phone, null),
        detail: message.accountName,
      })),
    ]
    return { groups: groups.filter(({ items }) => items.length > 0) }
  })
}

/** The numbers that a text can be in the countries of the accounts. */
async function listPhones(ctx: SmsContext, text: string): Promise<Phone[]> {
  const countries = await listCountries(ctx)
  return [...new Set(countries.flatMap((country) => parseTypedPhone(text, country) ?? []))]
}

const noMessage = { accountId: null, at: null }
