import type { Credential, Product } from '../contract/console/accounts.ts'
import { allScopes, type Scope, scopes, uniqueScopes } from '../values/scopes.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, type Input, numberIn, type Option } from './command.ts'
import { accountIn, accountOption, readAll } from './lists.ts'

export const lenientOption: Option = {
  about:
    'Accept requests from older clients: numbers instead of strings, a + before phone numbers, no encoding, old field names and paths.',
}

export const scopeOption: Option = {
  value: 'SCOPE',
  multiple: true,
  about: `Give it a scope of the account API, such as messages:send. Scopes: ${scopes.join(', ')}.`,
}

/** Commands do not load the modules; the type keeps this list complete. */
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

export const productOption: Option = {
  value: 'PRODUCT',
  multiple: true,
  about: `Restrict it to a product: ${products.join(', ')}.`,
}

/** Empty without the option. */
export function readProducts(input: Input): Product[] {
  const named = input.texts('product')
  const unknown = named.find((product) => !isProduct(product))
  if (unknown !== undefined)
    throw badUsage(`--product must be one of ${products.join(', ')}, not ${JSON.stringify(unknown)}`)
  return named.filter(isProduct)
}

const isScope = (text: string): text is Scope => scopes.some((scope) => scope === text)

/** Empty without the option. */
export function readScopes(input: Input, option: 'scope' | 'add-scope' = 'scope'): Scope[] {
  const named = input.texts(option)
  const unknown = named.find((scope) => !isScope(scope))
  if (unknown !== undefined)
    throw badUsage(`--${option} must be one of ${scopes.join(', ')}, not ${JSON.stringify(unknown)}`)
  return named.filter(isScope)
}

export const idArgument = (word: 'key' | 'token') => ({
  name: 'ID',
  about: `ID of the key or token, see "ngoma ${word} list".`,
})

export const changeCredential = (word: 'key' | 'token'): Command => ({
  name: `${word} change`,
  about: 'Change the scopes of an API key or an access token, make it lenient or strict, or allow it private URLs.',
  arguments: [idArgument(word)],
  options: {
    ...accountOption,
    scope: { ...scopeOption, about: `${scopeOption.about} Replaces its scopes.` },
    product: { ...productOption, about: `${productOption.about} With --scope only.` },
    'add-scope': { ...scopeOption, about: 'Also give it this scope of the account API.' },
    'all-scopes': { about: 'Give it all scopes of the account API, including those of later versions.' },
    'no-scopes': { about: 'Take all scopes from it, so that it has no access to the account API.' },
    lenient: lenientOption,
    strict: { about: 'Accept only requests that follow the API reference.' },
    'private-urls': { about: 'Allow plain HTTP and private hosts in dlr-url of /cgi-bin/sendsms.' },
    'public-urls': { about: 'Allow only HTTPS and public hosts in dlr-url again.' },
  },
  notes:
    'A credential that loses scopes, and is not restricted to products, also loses access to the public API under /v1 and /public/v1, unless you name products. The change takes effect on all processes within a second. See docs/clients.md for the lenient mode and docs/kannel.md for dlr-url.',
  examples: [
    `${word} change 5 --add-scope contacts:read`,
    `${word} change 5 --scope messages:send --scope messages:read`,
    `${word} change 5 --lenient --account 2`,
    `${word} change 5 --private-urls --account 2`,
  ],
  async run(input) {
    const id = numberIn(input, `${word} list`)
    const scopesGiven = readScopes(input)
    const scopesAdded = readScopes(input, 'add-scope')
    const named = readProducts(input)
    if (named.length > 0 && scopesGiven.length === 0) throw badUsage('use --product with --scope')
    const chosen = [
      ...changes.filter(({ option }) => input.is(option)),
      ...(scopesGiven.length > 0 ? [setScopes('scope', scopesGiven, named)] : []),
      ...(scopesAdded.length > 0 ? [addScopes(scopesAdded)] : []),
    ]
    const [one] = chosen
    if (one === undefined || chosen.length > 1)
      throw badUsage(`use one of --scope, --add-scope, ${changes.map(({ option }) => `--${option}`).join(', ')}`)
    const path = { ...accountIn(input), credential: id }
    const changed = await withConsole((console) => one.change(console, path))
    const isClosed = one.option === 'scope' && changed.products?.length === 0
    input.print(changed, `Credential ${id} ${one.said}.${isClosed ? ' It has no access to /v1 and /public/v1.' : ''}`)
    return exitCodes.done
  },
})

interface Change {
  readonly option: string
  readonly said: string
  change(console: ConsoleClient, path: { readonly account: string; readonly credential: string }): Promise<Credential>
}

const setLenient =
  (lenient: boolean): Change['change'] =>
  (console, path) =>
    console.call('PUT /accounts/:account/credentials/:credential', { path, body: { lenient } })

const setScopes = (
  option: string,
  wanted: readonly (Scope | typeof allScopes)[],
  named: readonly Product[] = [],
): Change => ({
  option,
  said:
    wanted.length === 0
      ? 'has no access to the account API now'
      : `now has ${wanted.includes(allScopes) ? 'all scopes' : `the scopes ${wanted.join(', ')}`}`,
  change: (console, path) =>
    console.call('PUT /accounts/:account/credentials/:credential/scopes', {
      path,
      body: { scopes: [...wanted], ...(named.length > 0 ? { products: [...named] } : {}) },
    }),
})

const addScopes = (added: readonly Scope[]): Change => ({
  option: 'add-scope',
  said: `now also has the scopes ${added.join(', ')}`,
  async change(console, { account, credential }) {
    const all = await readAll(console, 'GET /accounts/:account/credentials', { path: { account } })
    const known = all.find(({ id }) => id === Number(credential))?.scopes ?? []
    const wanted = uniqueScopes([...known, ...added]) as readonly Scope[]
    return setScopes('add-scope', wanted).change(console, { account, credential })
  },
})

const setPrivateUrls =
  (allowed: boolean): Change['change'] =>
  (console, path) =>
    console.call('PUT /accounts/:account/credentials/:credential/private-urls', { path, body: { allowed } })

const changes: readonly Change[] = [
  setScopes('all-scopes', [allScopes]),
  setScopes('no-scopes', []),
  { option: 'lenient', said: 'is now lenient: it accepts requests from older clients', change: setLenient(true) },
  {
    option: 'strict',
    said: 'is now strict: it accepts only requests that follow the API reference',
    change: setLenient(false),
  },
  {
    option: 'private-urls',
    said: 'may now use plain HTTP and private hosts in dlr-url',
    change: setPrivateUrls(true),
  },
  { option: 'public-urls', said: 'may now use only HTTPS and public hosts in dlr-url', change: setPrivateUrls(false) },
]
