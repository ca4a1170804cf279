import type { Credential, CredentialBody, IssuedKey, IssuedToken } from '../contract/console/accounts.ts'
import { overlapHoursMax } from '../values/overlap.ts'
import { allScopes } from '../values/scopes.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import {
  badUsage,
  type Command,
  exitCodes,
  Failure,
  type Input,
  numberIn,
  type Option,
  timeCell,
  timeForms,
  timeIn,
} from './command.ts'
import {
  changeCredential,
  idArgument,
  lenientOption,
  productOption,
  readProducts,
  readScopes,
  scopeOption,
} from './credential-change.ts'
import { accountIn, accountOption, listCommand, readAll } from './lists.ts'

const limitOptions: Readonly<Record<string, Option>> = {
  product: productOption,
  address: { value: 'NETWORK', multiple: true, about: 'Restrict it to an IP address or network, such as 10.0.0.0/8.' },
  expires: { value: 'TIME', about: `Expiry time, ${timeForms}. Default: never.` },
  scope: { ...scopeOption, about: `${scopeOption.about} Default: all.` },
  lenient: lenientOption,
  operator: { about: 'Give it operator rights.' },
}

function readLimits(input: Input): Omit<CredentialBody, 'name'> {
  const expiresAt = timeIn(input, 'expires')
  if (expiresAt !== undefined && new Date(expiresAt) <= new Date())
    throw badUsage(`--expires ${input.text('expires')} is in the past`)
  const [named, addresses] = [readProducts(input), input.texts('address')]
  const chosen = readScopes(input)
  return {
    ...(chosen.length > 0 ? { scopes: chosen } : {}),
    ...(named.length > 0 ? { products: named } : {}),
    ...(addresses.length > 0 ? { addresses: [...addresses] } : {}),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    lenient: input.is('lenient'),
    operator: input.is('operator'),
  }
}

function stateOf({ revokedAt, expiresAt }: Credential): string {
  if (revokedAt !== null) return `revoked ${timeCell(revokedAt)}`
  if (expiresAt === null) return 'active'
  return new Date(expiresAt) > new Date() ? `until ${timeCell(expiresAt)}` : `expired ${timeCell(expiresAt)}`
}

const settingsOf = ({ products, addresses, lenient, operator, privateUrls }: Credential) =>
  [
    ...(products?.length === 0 ? ['v2-only'] : (products ?? [])),
    ...(addresses ?? []),
    ...(lenient ? ['lenient'] : []),
    ...(operator ? ['operator'] : []),
    ...(privateUrls ? ['private-urls'] : []),
  ].join(' ')

const describeScopes = ({ scopes: given }: Credential) =>
  given.includes(allScopes) ? 'all' : given.length === 0 ? 'none' : given.join(' ')

type Create<T> = (
  console: ConsoleClient,
  request: { readonly path: { readonly account: string }; readonly body: CredentialBody },
) => Promise<T>

const create = <T>(name: string, about: string, issue: Create<T>, describe: (issued: T) => string): Command => ({
  name,
  about,
  arguments: [{ name: 'NAME', about: 'A name for the program that uses it.' }],
  options: { ...accountOption, ...limitOptions },
  notes:
    'Scopes are its rights in the account API under /v2. Products restrict it there too. With --scope and without --product, it has no access to the public API under /v1 and /public/v1.',
  examples: [
    `${name} "Online shop" --account 2`,
    `${name} Reports --product dlr --expires 2030-01-31`,
    `${name} Newsletter --scope messages:send --scope contacts:read`,
  ],
  async run(input) {
    const [label = ''] = input.arguments
    const request = { body: { name: label, ...readLimits(input) }, path: accountIn(input) }
    const issued = await withConsole((console) => issue(console, request))
    input.print(
      issued,
      `${describe(issued)}${input.is('lenient') ? '\nIt is lenient: it accepts requests from older clients.' : ''}`,
    )
    return exitCodes.done
  },
})

/** Keys and tokens share one list of IDs, so `key revoke` also revokes a token. */
const revoke = (word: 'key' | 'token'): Command => ({
  name: `${word} revoke`,
  about: 'Revoke an API key or an access token.',
  arguments: [idArgument(word)],
  options: accountOption,
  notes: 'All processes reject it within a second.',
  examples: [`${word} revoke 5 --account 2`],
  async run(input) {
    const id = numberIn(input, `${word} list`)
    const path = { ...accountIn(input), credential: id }
    await withConsole((console) => console.call('DELETE /accounts/:account/credentials/:credential', { path }))
    input.print({ id: Number(id), revoked: true }, `Credential ${id} revoked.`)
    return exitCodes.done
  },
})

const rotate = (word: 'key' | 'token'): Command => ({
  name: `${word} rotate`,
  about: 'Replace an API key or an access token with a new one that has the same name and restrictions.',
  arguments: [idArgument(word)],
  options: {
    ...accountOption,
    'overlap-hours': {
      value: 'N',
      about: `Hours that the old one stays valid, 0 to ${overlapHoursMax}. 0 ends it at once. Default: 24.`,
    },
  },
  notes: `Both are valid during the overlap. To end the old one earlier, use "ngoma ${word} revoke". A credential can be rotated once; after that, rotate its replacement.`,
  examples: [`${word} rotate 5 --overlap-hours 48 --account 2`],
  async run(input) {
    const id = numberIn(input, `${word} list`)
    const hours = input.text('overlap-hours') ?? '24'
    if (!/^\d{1,3}$/.test(hours) || Number(hours) > overlapHoursMax)
      throw badUsage(`--overlap-hours must be a whole number from 0 to ${overlapHoursMax}`)
    const path = { ...accountIn(input), credential: id }
    const body = { overlapHours: Number(hours) }
    const rotated = await withConsole((console) =>
      console.call('POST /accounts/:account/credentials/:credential/rotate', { path, body }),
    )
    const { replaces } = rotated
    const shown = 'token' in rotated ? describeToken(rotated) : describeKey(rotated)
    input.print(
      rotated,
      `${shown}\n\n${Number(hours) === 0 ? `The old credential, ${replaces.id}, is no longer valid.` : `The old credential, ${replaces.id}, is valid until ${timeCell(replaces.expiresAt ?? '')}.`}`,
    )
    return exitCodes.done
  },
})

const list = (word: 'key' | 'token'): Command =>
  listCommand({
    name: `${word} list`,
    about: 'List the API keys and access tokens of an account.',
    options: accountOption,
    examples: [`${word} list --account 2`],
    route: 'GET /accounts/:account/credentials',
    request: (input) => ({ path: accountIn(input) }),
    heads: ['ID', 'TYPE', 'NAME', 'API KEY', 'STATUS', 'LAST USED', 'SCOPES', 'SETTINGS'],
    row: (one) => [
      one.id,
      one.kind,
      one.name,
      one.apiKey,
      stateOf(one),
      lastUseOf(one),
      one.scopes.length > 3 ? `${one.scopes.length} scopes` : describeScopes(one),
      settingsOf(one),
    ],
    nothing: 'No API keys or access tokens.',
  })

const lastUseOf = ({ lastUsedAt }: Credential) => (lastUsedAt === null ? 'never' : timeCell(lastUsedAt))

const show = (word: 'key' | 'token'): Command => ({
  name: `${word} show`,
  about: 'Show an API key or an access token with its scopes and restrictions.',
  arguments: [idArgument(word)],
  options: accountOption,
  examples: [`${word} show 5 --account 2`],
  async run(input) {
    const id = numberIn(input, `${word} list`)
    const all = await withConsole((console) =>
      readAll(console, 'GET /accounts/:account/credentials', { path: accountIn(input) }),
    )
    const found = all.find((one) => one.id === Number(id))
    if (found === undefined) throw new Failure(`the account has no credential ${id}. Run "ngoma ${word} list".`)
    const lines = [
      ['Type', found.kind],
      ['Name', found.name],
      ['API key', found.apiKey ?? ''],
      ['Status', stateOf(found)],
      ['Last used', lastUseOf(found)],
      ['Scopes', describeScopes(found)],
      ['Settings', settingsOf(found)],
    ].filter(([, value]) => value !== '')
    input.print(found, lines.map(([name = '', value]) => `${name.padEnd(10)} ${value}`).join('\n'))
    return exitCodes.done
  },
})

const describeKey = ({ id, apiKey, secret }: IssuedKey) =>
  `Key ${id}\n\n  API key     ${apiKey}\n  API secret  ${secret}\n\nSave the secret now: it is not shown again.`

const describeToken = ({ id, token }: IssuedToken) =>
  `Token ${id}\n\n  Access token  ${token}\n\nSave the token now: it is not shown again.`

export const credentialCommands: readonly Command[] = [
  create(
    'key create',
    'Create an API key. The secret is shown once.',
    (console, request) => console.call('POST /accounts/:account/keys', request),
    describeKey,
  ),
  changeCredential('key'),
  rotate('key'),
  revoke('key'),
  list('key'),
  show('key'),
  create(
    'token create',
    'Create an access token. The token is shown once.',
    (console, request) => console.call('POST /accounts/:account/tokens', request),
    describeToken,
  ),
  changeCredential('token'),
  rotate('token'),
  revoke('token'),
  list('token'),
  show('token'),
]
