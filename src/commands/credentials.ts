import type { Credential, CredentialBody, IssuedKey, IssuedToken, Product } from '../contract/console/accounts.ts'
import { overlapHoursMax } from '../values/overlap.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, type Input, numberIn, type Option, timeCell } from './command.ts'
import { accountIn, accountOption, listCommand } from './lists.ts'

/**
 * Named here as well, because a command that asks a server does not load the modules; the type keeps the two together.
 */
const products = Object.keys({
  sms: 0,
  dlr: 0,
  contact: 0,
  airtime: 0,
  topup: 0,
  otp: 0,
  checkout: 0,
  chat: 0,
} satisfies Record<Product, 0>) as Product[]

const isProduct = (text: string): text is Product => products.some((product) => product === text)

const lenientOption: Option = {
  about: 'Take what older clients send: numbers for texts, a + before phone numbers, no encoding, old names and paths.',
}

const limitOptions: Readonly<Record<string, Option>> = {
  product: { value: 'PRODUCT', multiple: true, about: `Limit it to a product: ${products.join(', ')}.` },
  address: { value: 'NETWORK', multiple: true, about: 'Limit it to an address or network such as 10.0.0.0/8.' },
  expires: { value: 'TIME', about: 'When it ends, such as 2030-01-31 or 2030-01-31T08:00:00Z.' },
  lenient: lenientOption,
  operator: { about: 'Give it operator rights.' },
}

function readLimits(input: Input): Omit<CredentialBody, 'name'> {
  const expires = input.text('expires')
  const time = expires === undefined ? null : new Date(expires)
  // JavaScript reads a time in anything, also in 5.
  if (time && (!/^\d{4}-\d\d-\d\d/.test(expires ?? '') || Number.isNaN(time.getTime()))) {
    throw badUsage('--expires is a time such as 2030-01-31 or 2030-01-31T08:00:00Z')
  }
  if (time && time <= new Date()) throw badUsage(`--expires ${expires} has passed already: it is a time to come`)
  const [named, addresses] = [input.texts('product'), input.texts('address')]
  const unknown = named.find((product) => !isProduct(product))
  if (unknown !== undefined)
    throw badUsage(`--product is one of ${products.join(', ')}, not ${JSON.stringify(unknown)}`)
  return {
    ...(named.length > 0 ? { products: named.filter(isProduct) } : {}),
    ...(addresses.length > 0 ? { addresses: [...addresses] } : {}),
    ...(time ? { expiresAt: time.toISOString() } : {}),
    lenient: input.is('lenient'),
    operator: input.is('operator'),
  }
}

function stateOf({ revokedAt, expiresAt }: Credential): string {
  if (revokedAt !== null) return `revoked ${timeCell(revokedAt)}`
  if (expiresAt === null) return 'active'
  return new Date(expiresAt) > new Date() ? `until ${timeCell(expiresAt)}` : `expired ${timeCell(expiresAt)}`
}

/** What sets it apart from one that may do everything in its account, from everywhere. */
const limitsOf = ({ products, addresses, lenient, operator }: Credential) =>
  [...(products ?? []), ...(addresses ?? []), ...(lenient ? ['lenient'] : []), ...(operator ? ['operator'] : [])].join(
    ' ',
  )

type Create<T> = (
  console: ConsoleClient,
  request: { readonly path: { readonly account: string }; readonly body: CredentialBody },
) => Promise<T>

const create = <T>(name: string, about: string, issue: Create<T>, describe: (issued: T) => string): Command => ({
  name,
  about,
  arguments: [{ name: 'NAME', about: 'What it is for.' }],
  options: { ...accountOption, ...limitOptions },
  async run(input) {
    const [called = ''] = input.arguments
    const request = { body: { name: called, ...readLimits(input) }, path: accountIn(input) }
    const issued = await withConsole((console) => issue(console, request))
    input.print(
      issued,
      `${describe(issued)}${input.is('lenient') ? '\nIt is lenient: it takes what older clients send.' : ''}`,
    )
    return exitCodes.done
  },
})

/** Keys and tokens are in one list, and are found by either name. */
const revoke = (word: 'key' | 'token'): Command => ({
  name: `${word} revoke`,
  about: 'Revoke a key or a token, on all processes within a second.',
  arguments: [{ name: 'ID', about: `Its number in ngoma ${word} list.` }],
  options: accountOption,
  async run(input) {
    const id = numberIn(input, `${word} list`)
    const path = { ...accountIn(input), credential: id }
    await withConsole((console) => console.call('DELETE /accounts/:account/credentials/:credential', { path }))
    input.print({ id: Number(id), revoked: true }, `Credential ${id} was revoked.`)
    return exitCodes.done
  },
})

const change = (word: 'key' | 'token'): Command => ({
  name: `${word} change`,
  about: 'Make a key or a token lenient or strict, on all processes within a second.',
  arguments: [{ name: 'ID', about: `Its number in ngoma ${word} list.` }],
  options: {
    ...accountOption,
    lenient: lenientOption,
    strict: { about: 'Take what the API says alone.' },
  },
  async run(input) {
    const id = numberIn(input, `${word} list`)
    const lenient = input.is('lenient')
    if (lenient === input.is('strict')) throw badUsage('say what it is to be: --lenient or --strict')
    const path = { ...accountIn(input), credential: id }
    const changed = await withConsole((console) =>
      console.call('PUT /accounts/:account/credentials/:credential', { path, body: { lenient } }),
    )
    input.print(
      changed,
      `Credential ${id} is ${changed.lenient ? 'lenient: it takes what older clients send' : 'strict: it takes what the API says'}.`,
    )
    return exitCodes.done
  },
})

const rotate = (word: 'key' | 'token'): Command => ({
  name: `${word} rotate`,
  about: 'Replace a key or a token by a new one with the same name and limits; the old one ends later.',
  arguments: [{ name: 'ID', about: `Its number in ngoma ${word} list.` }],
  options: {
    ...accountOption,
    'overlap-hours': { value: 'N', about: 'How long the old one is still taken; 24 when left out, 0 ends it now.' },
  },
  notes: `Both are taken until the overlap is over, then the old one ends by itself; ngoma ${word} revoke ends it before. One that has a replacement is
not rotated again: rotate the replacement.`,
  async run(input) {
    const id = numberIn(input, `${word} list`)
    const hours = input.text('overlap-hours') ?? '24'
    if (!/^\d{1,3}$/.test(hours) || Number(hours) > overlapHoursMax)
      throw badUsage(`--overlap-hours is a whole number from 0 to ${overlapHoursMax}`)
    const path = { ...accountIn(input), credential: id }
    const body = { overlapHours: Number(hours) }
    const rotated = await withConsole((console) =>
      console.call('POST /accounts/:account/credentials/:credential/rotate', { path, body }),
    )
    const { replaces } = rotated
    const shown = 'token' in rotated ? describeToken(rotated) : describeKey(rotated)
    input.print(
      rotated,
      `${shown}\n\n${Number(hours) === 0 ? `The old one, ${replaces.id}, has ended.` : `The old one, ${replaces.id}, is taken until ${timeCell(replaces.expiresAt ?? '')}, and ends then by itself.`}`,
    )
    return exitCodes.done
  },
})

const list = (word: 'key' | 'token'): Command =>
  listCommand({
    name: `${word} list`,
    about: 'List the keys and tokens of an account.',
    options: accountOption,
    route: 'GET /accounts/:account/credentials',
    request: (input) => ({ path: accountIn(input) }),
    heads: ['ID', 'KIND', 'NAME', 'API KEY', 'STATE', 'LAST USED', 'LIMITS'],
    row: (one) => [
      one.id,
      one.kind,
      one.name,
      one.apiKey,
      stateOf(one),
      one.lastUsedAt === null ? 'never' : timeCell(one.lastUsedAt),
      limitsOf(one),
    ],
    nothing: 'The account has no keys and no tokens.',
  })

const describeKey = ({ id, apiKey, secret }: IssuedKey) =>
  `Key ${id}\n\n  API key     ${apiKey}\n  API secret  ${secret}\n\nThe secret is not shown again.`

const describeToken = ({ id, token }: IssuedToken) =>
  `Token ${id}\n\n  Access token  ${token}\n\nIt is not shown again.`

export const credentialCommands: readonly Command[] = [
  create(
    'key create',
    'Create an API key. Its secret is shown once.',
    (console, request) => console.call('POST /accounts/:account/keys', request),
    describeKey,
  ),
  change('key'),
  rotate('key'),
  revoke('key'),
  list('key'),
  create(
    'token create',
    'Create an access token. It is shown once.',
    (console, request) => console.call('POST /accounts/:account/tokens', request),
    describeToken,
  ),
  change('token'),
  rotate('token'),
  revoke('token'),
  list('token'),
]
