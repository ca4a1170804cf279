import type { Provider, ProviderBody, ProviderProduct } from '../contract/console/providers.ts'
import { type ConsoleClient, withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, Failure, type Input, type Option, table, timeCell } from './command.ts'
import { readJsonObject, readLine } from './input-files.ts'
import { badAccount } from './lists.ts'
import { callbackLines, describeNextSteps } from './provider-callbacks.ts'

/** The contract is not imported here, because help stays fast without TypeBox. */
const products: readonly ProviderProduct[] = ['sms', 'airtime', 'payments', 'chat']
const usualKind = 'http'
const allAccounts = 'all'

const productOption: Readonly<Record<string, Option>> = {
  product: { value: 'PRODUCT', about: `Product of the provider: ${products.join(', ')}.` },
}
const nameArgument = { name: 'NAME', about: 'Name of the provider, see "ngoma provider list".' }
const nameIn = (input: Input) => input.arguments[0] ?? ''

function productIn(input: Input): ProviderProduct | undefined {
  const given = input.text('product')
  const product = products.find((one) => one === given)
  if (given !== undefined && product === undefined) throw badUsage(`--product must be one of ${products.join(', ')}`)
  return product
}

const productQuery = (product: ProviderProduct | undefined) => (product === undefined ? {} : { query: { product } })

/** Names are unique, except for a carrier and an airtime provider of earlier versions. */
async function findNamed(console: ConsoleClient, input: Input): Promise<Provider | undefined> {
  const name = nameIn(input)
  const { data } = await console.call('GET /providers', productQuery(productIn(input)))
  const [found, other] = data.filter((one) => one.name === name)
  if (found !== undefined && other !== undefined)
    throw badUsage(`${found.product} and ${other.product} both have a provider ${name}: use --product`)
  return found
}

async function getPath(
  console: ConsoleClient,
  input: Input,
): Promise<{ readonly product: ProviderProduct; readonly provider: string }> {
  const found = await findNamed(console, input)
  if (found === undefined)
    throw new Failure(`provider ${nameIn(input)} does not exist. Run "ngoma provider list" to see all providers.`)
  return { product: found.product, provider: found.name }
}

function describeState({ paused, secretsUnreadable, health: { state, since, problem } }: Provider): string {
  const why = problem === null ? '' : `: ${problem}`
  const texts = {
    up: 'up',
    away: `away since ${timeCell(since ?? '')}${why}`,
    out: `out of rotation since ${timeCell(since ?? '')}${why}`,
    trial: `on trial${why}`,
    unusable: secretsUnreadable
      ? 'unreadable secrets: set them again with "ngoma provider set"'
      : 'unusable settings: set them again with "ngoma provider set"',
  }
  return paused ? `paused; ${texts[state]}` : texts[state]
}

const accountText = ({ accountId }: Provider) => (accountId === null ? 'all' : String(accountId))

function describeOne(provider: Provider): string {
  const { product, name, kind, priority, secrets, open, changedAt, settings } = provider
  const lines: readonly (readonly [string, string])[] = [
    ['Status', describeState(provider)],
    ['Product', product],
    ['Kind', kind],
    ...(priority === null
      ? [['Routes', 'see "ngoma route list"'] as const]
      : [['Accounts', accountText(provider)] as const, ['Priority', String(priority)] as const]),
    ['Secrets', provider.secretsUnreadable ? 'unreadable' : secrets.join(', ') || 'none'],
    ...callbackLines(provider),
    ['Open work', String(open)],
    ['Changed', timeCell(changedAt)],
  ]
  return `Provider ${name}\n\n${lines.map(([label, value]) => `  ${label.padEnd(11)}${value}`).join('\n')}\n\nSettings (others have their defaults):\n\n${JSON.stringify(settings, null, 2)}`
}

const kinds: Command = {
  name: 'provider kinds',
  about: 'List the kinds of providers of each product.',
  options: productOption,
  notes: 'With --json, this prints the settings of each kind as JSON Schema. docs/providers/README.md describes them.',
  examples: ['provider kinds', 'provider kinds --product chat --json'],
  async run(input) {
    const product = productIn(input)
    const { data } = await withConsole((console) => console.call('GET /provider-kinds', {}))
    const shown = data.filter((one) => product === undefined || one.product === product)
    const rows = shown.map(({ product: of, kind, title, settings, secrets }) => [
      of,
      kind,
      title,
      settings.required.join(', '),
      [
        ...secrets.map(({ name, required }) => (required ? name : `[${name}]`)),
        ...(kind === usualKind ? ['any as {secrets.NAME}'] : []),
      ].join(', '),
    ])
    input.print({ data: shown }, table(['PRODUCT', 'KIND', 'TITLE', 'REQUIRED SETTINGS', 'SECRETS'], rows))
    return exitCodes.done
  },
}

const list: Command = {
  name: 'provider list',
  about: 'List the providers of all products with their status.',
  options: productOption,
  examples: ['provider list', 'provider list --product payments'],
  async run(input) {
    const product = productIn(input)
    const providers = await withConsole((console) => console.call('GET /providers', productQuery(product)))
    const rows = providers.data.map((one) => [
      one.product,
      one.name,
      one.kind,
      one.priority === null ? 'by route' : accountText(one),
      one.priority,
      one.open,
      describeState(one),
    ])
    const heads = ['PRODUCT', 'NAME', 'KIND', 'ACCOUNTS', 'PRIORITY', 'OPEN', 'STATUS']
    input.print(providers, rows.length === 0 ? 'No providers are set up.' : table(heads, rows))
    return exitCodes.done
  },
}

const show: Command = {
  name: 'provider show',
  about: 'Show a provider, without its secrets.',
  arguments: [nameArgument],
  options: productOption,
  examples: ['provider show mpesa'],
  async run(input) {
    const provider = await withConsole(async (console) =>
      console.call('GET /providers/:product/:provider', { path: await getPath(console, input) }),
    )
    input.print(provider, describeOne(provider))
    return exitCodes.done
  },
}

/** By name. An empty file name removes a secret. */
async function readSecrets(input: Input): Promise<Record<string, string | null>> {
  const secrets: Record<string, string | null> = {}
  for (const given of input.texts('secret')) {
    const [, name, file] = /^([A-Za-z0-9_-]{1,32})=(.*)$/.exec(given) ?? []
    if (name === undefined || file === undefined)
      throw badUsage('--secret must be a name and a file, such as token=token.txt')
    secrets[name] = file === '' ? null : await readLine(file, `secret ${name}`)
  }
  return secrets
}

/** Undefined keeps the current accounts. */
function readAccount(input: Input): number | null | undefined {
  const given = input.text('account')
  if (given === undefined) return undefined
  if (given === allAccounts) return null
  if (!/^[1-9]\d{0,14}$/.test(given)) throw badUsage(badAccount)
  return Number(given)
}

function readPriority(input: Input): number | undefined {
  const given = input.text('priority')
  if (given === undefined) return undefined
  if (!/^([1-9]\d?|100)$/.test(given)) throw badUsage('--priority must be a number from 1 to 100')
  return Number(given)
}

const set: Command = {
  name: 'provider set',
  about: 'Add or change a provider.',
  arguments: [{ name: 'NAME', about: 'A name of your choice: up to 32 lowercase letters, digits and dashes.' }],
  options: {
    product: { value: 'PRODUCT', about: `Product: ${products.join(', ')}. Required for a new provider.` },
    kind: { value: 'KIND', about: `Kind, see "ngoma provider kinds". Default for a new provider: ${usualKind}.` },
    file: {
      value: 'FILE',
      about: 'JSON file with the settings, or - for standard input. Required for a new provider.',
    },
    secret: {
      value: 'NAME=FILE',
      multiple: true,
      about: 'A secret, as a file with a single line, or - for standard input. Without a file, the secret is removed.',
    },
    account: { value: 'ID', about: `Only this account uses the provider; ${allAccounts} for all. Default: all.` },
    priority: { value: 'N', about: 'From 1 to 100; the lowest is used first. Default: 1.' },
  },
  notes: `docs/providers/README.md describes each kind. The file may also have the secrets by name in "secrets". Secrets are stored encrypted and never shown again. Omitted options and secrets keep their current values.

New work goes to the providers of the account before those of all accounts, then to the lowest priority number. Providers that do not answer come last. Carriers (product sms) have routes instead: see "ngoma route add". The change takes effect on all processes within two seconds.`,
  examples: [
    'provider set shop --product airtime --file shop.json --secret token=token.txt',
    'provider set shop --priority 2',
  ],
  async run(input) {
    const [product, kind, file, accountId, priority] = [
      productIn(input),
      input.text('kind'),
      input.text('file'),
      readAccount(input),
      readPriority(input),
    ]
    const given = await readSecrets(input)
    const { secrets, ...settings } = file === undefined ? {} : ((await readJsonObject(file)) as Record<string, never>)
    const provider = await withConsole(async (console) => {
      const current = await findNamed(console, input)
      const wanted = current?.product ?? product
      if (wanted === undefined) throw badUsage('--product is required for a new provider')
      if (file === undefined && current === undefined) throw badUsage('--file is required for a new provider')
      const body: ProviderBody = {
        kind: kind ?? current?.kind ?? usualKind,
        settings: file === undefined ? (current?.settings ?? {}) : settings,
        secrets: { ...(secrets as ProviderBody['secrets']), ...given },
        ...(accountId === undefined ? {} : { accountId }),
        ...(priority === undefined ? {} : { priority }),
      }
      const path = { product: wanted, provider: nameIn(input) }
      return console.call('PUT /providers/:product/:provider', { path, body })
    })
    input.print(
      provider,
      `Provider ${provider.name} saved. Status: ${describeState(provider)}.${describeNextSteps(provider)}`,
    )
    return exitCodes.done
  },
}

const pause: Command = {
  name: 'provider pause',
  about: 'Pause a provider: give it no new work until it is resumed.',
  arguments: [nameArgument],
  options: productOption,
  notes:
    'A paused provider still finishes its open work. New work goes to other providers, or is rejected without one.',
  examples: ['provider pause shop'],
  async run(input) {
    const provider = await withConsole(async (console) =>
      console.call('POST /providers/:product/:provider/pause', { path: await getPath(console, input) }),
    )
    input.print(provider, `Provider ${provider.name} paused. To resume it: ngoma provider resume ${provider.name}`)
    return exitCodes.done
  },
}

const resume: Command = {
  name: 'provider resume',
  about: 'Resume a paused provider.',
  arguments: [nameArgument],
  options: productOption,
  examples: ['provider resume shop'],
  async run(input) {
    const provider = await withConsole(async (console) =>
      console.call('POST /providers/:product/:provider/resume', { path: await getPath(console, input) }),
    )
    input.print(provider, `Provider ${provider.name} resumed. Status: ${describeState(provider)}.`)
    return exitCodes.done
  },
}

const remove: Command = {
  name: 'provider remove',
  about: 'Remove a provider that has no open work.',
  arguments: [nameArgument],
  options: productOption,
  notes: 'To remove a provider with open work, pause it and wait until its work is finished.',
  examples: ['provider remove shop'],
  async run(input) {
    await withConsole(async (console) =>
      console.call('DELETE /providers/:product/:provider', { path: await getPath(console, input) }),
    )
    input.print({ name: nameIn(input), removed: true }, `Provider ${nameIn(input)} removed.`)
    return exitCodes.done
  },
}

export const providerCommands: readonly Command[] = [kinds, list, show, set, pause, resume, remove]
