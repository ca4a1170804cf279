import { setTimeout as sleep } from 'node:timers/promises'
import type { Provider, ProviderBody, ProviderKind, ProviderProduct } from '../contract/console/providers.ts'
import type { Described, DescribedValue } from '../values/kind-description.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { badUsage, type Command, choiceIn, countIn, type Input } from './command.ts'
import { readJsonObject, readLine, readWhole } from './files.ts'
import { badAccount, ifMissingOption, readAll } from './lists.ts'

/** The contract is not imported here, so that help stays fast. */
const products: readonly ProviderProduct[] = ['sms', 'airtime', 'payments', 'chat']
const usualKinds = { sms: 'smpp', airtime: 'http', payments: 'http', chat: 'http' } as const
const allAccounts = 'all'

type Values = Readonly<Record<string, unknown>>
/** A path such as `tls.ca`, and the text of the option; null for the default. */
type Given = readonly (readonly [path: string, text: string | null])[]

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readPairs(input: Input, option: 'setting' | 'secret'): Given {
  return input.texts(option).map((given) => {
    const [, name, value] = /^([^=\s]+)=(.*)$/s.exec(given) ?? []
    if (name === undefined || value === undefined)
      throw badUsage(
        `--${option} must be a name and a ${option === 'secret' ? 'file' : 'value'}, such as --${option} ${option === 'secret' ? 'password=password.txt' : 'host=smpp.example.com'}`,
      )
    return [name, value === '' ? null : value] as const
  })
}

/** `@FILE` is the content of a file. */
async function readSettings(input: Input): Promise<Given> {
  const read = readPairs(input, 'setting').map(
    async ([name, text]) => [name, text?.startsWith('@') ? await readWhole(text.slice(1)) : text] as const,
  )
  return Promise.all(read)
}

async function readSecrets(input: Input): Promise<Record<string, string | null>> {
  const secrets: Record<string, string | null> = {}
  for (const [name, file] of readPairs(input, 'secret'))
    secrets[name] = file === null ? null : await readLine(file, name === 'password' ? 'password' : `secret ${name}`)
  return secrets
}

const typesOf = ({ type = [] }: DescribedValue): readonly string[] => [type].flat()

/** Settings that are not texts are JSON. The server refuses other values. */
function readValue(text: string, described: Described | undefined): unknown {
  const types = described === undefined ? ['string'] : typesOf(described)
  if (types.includes('string')) return text
  if (types.includes('boolean') && /^(yes|no)$/.test(text)) return text === 'yes'
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function withSetting(settings: Values, path: string, text: string | null, described: Values): Values {
  const [, name = '', rest] = /^([^.]+)(?:\.(.+))?$/.exec(path) ?? []
  const of = described[name] as Described | undefined
  if (rest !== undefined) {
    const inner = settings[name]
    return { ...settings, [name]: withSetting(isObject(inner) ? inner : {}, rest, text, of?.properties ?? {}) }
  }
  return { ...settings, [name]: text === null ? undefined : readValue(text, of) }
}

const changeSettings = (settings: Values, given: Given, kind: ProviderKind | undefined): Values =>
  given.reduce((changed, [path, text]) => withSetting(changed, path, text, kind?.settings.properties ?? {}), settings)

const waitMs = 10_000
const lookMs = 250

/** Some connections are not up yet, and none has a problem. */
export const isConnecting = (carrier: Provider['carrier']): boolean =>
  carrier !== null &&
  (carrier.awaySince !== null || carrier.connections.some(({ downSince }) => downSince !== null)) &&
  carrier.connections.every(({ problem }) => problem === null)

/** Waits until all binds of a carrier are connected, or one reports a problem. */
async function waitForConnection(console: ConsoleClient, provider: Provider): Promise<Provider> {
  let current = provider
  const end = performance.now() + waitMs
  while (console.isServed && isConnecting(current.carrier) && performance.now() < end) {
    await sleep(lookMs)
    current = await console.call('GET /providers/:provider', { path: { provider: provider.name } })
  }
  return current
}

function describeNext({ product, name, kind, settings, callbackUrl, messageUrl }: Provider, hasRoute: boolean): string {
  const isSent = kind === 'mpesa' || /\{(callback|receipt)_url\}/.test(JSON.stringify(settings))
  const urls = [
    [isSent ? null : callbackUrl, product === 'sms' ? 'delivery receipts' : 'its callbacks'],
    [messageUrl, 'messages of people'],
  ] as const
  const effect = kind === 'mpesa' ? 'M-Pesa takes no payments' : 'the provider cannot report results'
  const isUnreachable = [callbackUrl, messageUrl].some((url) => url?.startsWith('/'))
  const steps = [
    ...(isUnreachable
      ? [
          `NGOMA_PUBLIC_URL is not set, so ${effect}. Set it to the public address of this server, then run "ngoma provider show ${name}" for the URL.`,
        ]
      : urls.flatMap(([url, what]) => (url === null ? [] : [`Give this URL to the provider for ${what}: ${url}`]))),
    ...(hasRoute ? [] : [`No route leads to it yet. To route all numbers to it: ngoma route create --carrier ${name}`]),
  ]
  return steps.map((step) => `\n\n${step}`).join('')
}

function readAccount(given: string | undefined): number | null | undefined {
  if (given === undefined || given === allAccounts) return given === undefined ? undefined : null
  if (!/^[1-9]\d{0,14}$/.test(given)) throw badUsage(badAccount)
  return Number(given)
}

export const providerSet: Command = {
  name: 'provider set',
  about: 'Add or change a provider: an SMS carrier, or a provider of airtime, payments or chat.',
  arguments: [{ name: 'NAME', about: 'A name of your choice: up to 32 lowercase letters, digits and dashes.' }],
  options: {
    product: { value: 'PRODUCT', about: `Product: ${products.join(', ')}. Required for a new provider.` },
    kind: {
      value: 'KIND',
      about: 'Kind, see "ngoma provider kinds". Default for a new provider: smpp for sms, otherwise http.',
    },
    setting: {
      value: 'NAME=VALUE',
      multiple: true,
      about: 'A setting, such as host=smpp.example.com or tls.ca=@ca.pem. Without a value, it gets its default.',
    },
    file: { value: 'FILE', about: 'JSON file with all settings, or - for standard input. Replaces stored settings.' },
    secret: {
      value: 'NAME=FILE',
      multiple: true,
      about: 'A secret, as a file with a single line, or - for standard input. Without a file, the secret is removed.',
    },
    account: { value: 'ID', about: `Only this account uses the provider; ${allAccounts} for all. Default: all.` },
    priority: { value: 'N', about: 'From 1 to 100; the lowest is used first. Default: 1.' },
    ...ifMissingOption,
  },
  notes: `docs/providers/README.md describes each kind. The file may also have the secrets by name in "secrets". Secrets are stored encrypted and never shown again. Omitted options, settings and secrets keep their current values.

A worker connects to an SMS carrier at once; it receives messages when a route leads to it: see "ngoma route create". For other products, new work goes to the providers of the account before those of all accounts, then to the lowest priority number. Providers that do not answer come last. The change takes effect on all processes within two seconds.`,
  examples: [
    'provider set north --product sms --setting host=smpp.example.com --setting systemId=ngoma --secret password=password.txt',
    'provider set north --setting ratePerSecond=100 --setting window=',
    'provider set shop --product airtime --file shop.json --secret token=token.txt',
  ],
  fields: { accountId: 'account', settings: 'setting', secrets: 'secret' },
  async run(input) {
    const name = input.arguments[0] ?? ''
    const product = choiceIn(input, 'product', products)
    const [accountId, priority, file] = [
      readAccount(input.text('account')),
      countIn(input, 'priority', 1, 100),
      input.text('file'),
    ]
    const given = ['product', 'kind', 'file', 'account', 'priority'].filter((one) => input.text(one) !== undefined)
    if ([...given, ...input.texts('setting'), ...input.texts('secret')].length === 0)
      throw badUsage('nothing to change. Run "ngoma provider set --help" for the options.')
    const streams = [file, ...readPairs(input, 'secret').map(([, one]) => one)].filter((one) => one === '-')
    if (streams.length > 1) throw badUsage('only one of --file and --secret can read standard input')
    const [settings, secrets] = [await readSettings(input), await readSecrets(input)]
    const { secrets: written, ...whole } = file === undefined ? { secrets: {} } : await readJsonObject(file)
    const path = { provider: name }
    const [provider, hasRoute] = await withConsole(async (console) => {
      const { data } = await console.call('GET /providers', {})
      const current = data.find((one) => one.name === name)
      if (current !== undefined && input.is('if-missing')) return [current, null] as const
      const wanted = product ?? current?.product
      if (wanted === undefined) throw badUsage('--product is required for a new provider')
      const kind = input.text('kind') ?? current?.kind ?? usualKinds[wanted]
      const { data: kinds } = await console.call('GET /provider-kinds', { query: { product: wanted } })
      const base = file === undefined ? (current?.settings ?? {}) : whole
      const body: ProviderBody = {
        product: wanted,
        kind,
        settings: changeSettings(
          base,
          settings,
          kinds.find((one) => one.kind === kind),
        ),
        secrets: { ...(written as ProviderBody['secrets']), ...secrets },
        accountId,
        priority,
      }
      const saved = await waitForConnection(console, await console.call('PUT /providers/:provider', { path, body }))
      // A script that can run again adds its routes itself.
      const isRouted = async () => (await readAll(console, 'GET /routes', {})).some(({ carrier }) => carrier === name)
      return [saved, wanted !== 'sms' || input.is('if-missing') || (await isRouted())] as const
    })
    return input.print(
      provider,
      hasRoute === null
        ? `Provider ${name} exists already.`
        : `Provider ${name} saved. ${provider.status}${describeNext(provider, hasRoute)}`,
    )
  },
}
