import type { IssuedSmppCredential, SmppChangeBody, SmppCredential } from '../contract/console/smpp.ts'
import { overlapHoursMax } from '../values/overlap.ts'
import { defaultAlphabets, messageIdForms, smppLimits } from '../values/smpp.ts'
import { readPassword } from './carrier-settings.ts'
import { withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, type Input, numberIn, type Option, timeCell } from './command.ts'
import { accountIn, accountOption, ifMissingOption, listCommand, readAll } from './lists.ts'

/** The limits are those of the console API. */
const limitOptions: Readonly<Record<string, Option>> = {
  binds: { value: 'N', about: 'Maximum number of binds at the same time, 1 to 100. Default: 4.' },
  window: { value: 'N', about: 'Maximum number of unanswered submits on one bind, 1 to 1000. Default: 50.' },
  rate: {
    value: 'N',
    about: 'Maximum number of messages a second over all binds and Kannel requests; 0 means no limit. Default: 100.',
  },
  address: { value: 'NETWORK', multiple: true, about: 'Restrict it to an IP address or network, such as 10.0.0.0/8.' },
  'message-ids': { value: 'FORM', about: 'Write message IDs as decimal or hex numbers. Default: decimal.' },
  inbound: { about: 'Deliver incoming messages of the account to its binds.' },
  'duplicate-seconds': {
    value: 'N',
    about:
      'Answer a submit like the one before, instead of sending it again, if reference, sender, destination and text are the same within this time, up to 86400. Default: 0, never.',
  },
  alphabet: {
    value: 'NAME',
    about: 'Alphabet of texts with data_coding 0: gsm7, gsm7-packed or latin1. Default: gsm7, one character a byte.',
  },
  'private-urls': { about: 'Allow plain HTTP and private hosts in its dlr-url (Kannel-compatible requests).' },
}

interface Range {
  readonly min: number
  readonly max: number
}

function readNumber(input: Input, option: string, { min, max }: Range): number | undefined {
  const text = input.text(option)
  if (text === undefined) return undefined
  if (!/^\d{1,6}$/.test(text) || Number(text) < min || Number(text) > max)
    throw badUsage(`--${option} must be a whole number from ${min} to ${max}`)
  return Number(text)
}

function readOneOf<Value extends string>(input: Input, option: string, values: readonly Value[]): Value | undefined {
  const text = input.text(option)
  const found = values.find((one) => one === text)
  if (text !== undefined && found === undefined) throw badUsage(`--${option} must be one of ${values.join(', ')}`)
  return found
}

/** Undefined when neither the option nor its opposite is given. */
function readSwitch(input: Input, option: string, opposite: string): boolean | undefined {
  if (input.is(option) && input.is(opposite)) throw badUsage(`use either --${option} or --${opposite}`)
  return input.is(option) ? true : input.is(opposite) ? false : undefined
}

function readAddresses(input: Input): string[] | null | undefined {
  const addresses = input.texts('address')
  if (!input.is('any-address')) return addresses.length > 0 ? [...addresses] : undefined
  if (addresses.length > 0) throw badUsage('use either --address or --any-address')
  return null
}

function readSettings(input: Input): SmppChangeBody {
  const given = {
    bindsMax: readNumber(input, 'binds', smppLimits.bindsMax),
    windowSize: readNumber(input, 'window', smppLimits.windowSize),
    rate: readNumber(input, 'rate', smppLimits.rate),
    addresses: readAddresses(input),
    messageIds: readOneOf(input, 'message-ids', messageIdForms),
    receivesMessages: readSwitch(input, 'inbound', 'no-inbound'),
    duplicateSeconds: readNumber(input, 'duplicate-seconds', smppLimits.duplicateSeconds),
    privateUrls: readSwitch(input, 'private-urls', 'no-private-urls'),
    alphabet: readOneOf(input, 'alphabet', defaultAlphabets),
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

const describeIssued = ({ id, systemId, password }: IssuedSmppCredential) =>
  `SMPP credential ${id}\n\n  System ID  ${systemId}\n  Password   ${password}\n\nSave the password now: it is not shown again.`

const raisedNote =
  'Owners of the account can lower binds, window and rate in the dashboard; only operators can raise them above the defaults.'

const create: Command = {
  name: 'smpp create',
  about: 'Create an SMPP credential for a customer. The password is shown once.',
  options: {
    ...accountOption,
    'system-id': {
      value: 'NAME',
      about: 'User name: up to 15 letters, digits, dots, hyphens and underscores. Default: generated.',
    },
    'password-file': {
      value: 'FILE',
      about:
        'File with the password that the customer already has, 6 to 64 characters on a single line, or - for standard input. Default: generated.',
    },
    ...limitOptions,
    ...ifMissingOption,
  },
  notes: `Customers bind with it to NGOMA_SMPP_PORT or NGOMA_SMPP_TLS_PORT, or send it as username and password to /cgi-bin/sendsms. System IDs are unique over all accounts. ${raisedNote}`,
  examples: [
    'smpp create --account 2',
    'smpp create --account 2 --system-id shop --rate 20 --address 192.0.2.0/24',
    'smpp create --account 2 --system-id shop --password-file password.txt',
  ],
  async run(input) {
    const systemId = input.text('system-id')
    const password = await readPassword(input)
    const body = {
      ...(systemId === undefined ? {} : { systemId }),
      ...(password === undefined ? {} : { password }),
      ...readSettings(input),
    }
    const path = accountIn(input)
    const route = 'GET /accounts/:account/smpp/credentials'
    const issued = await withConsole(async (console) => {
      const all = input.is('if-missing') ? await readAll(console, route, { path }) : []
      const found = all.find((one) => one.systemId === systemId && one.revokedAt === null)
      return found ?? console.call('POST /accounts/:account/smpp/credentials', { path, body })
    })
    if (!('password' in issued)) {
      input.print(issued, `SMPP credential ${issued.id} with the system ID ${issued.systemId} exists already.`)
      return exitCodes.done
    }
    // A password from a file is not shown: the output may be kept in a log.
    if (password === undefined) input.print(issued, describeIssued(issued))
    else
      input.print(
        { id: issued.id, systemId: issued.systemId },
        `SMPP credential ${issued.id} created. System ID: ${issued.systemId}. The password is the one you gave.`,
      )
    return exitCodes.done
  },
}

const idArgument = { name: 'ID', about: 'ID of the SMPP credential, see "ngoma smpp list".' }

const pathIn = (input: Input) => ({ ...accountIn(input), credential: numberIn(input, 'smpp list') })

const set: Command = {
  name: 'smpp set',
  about: 'Change the limits and settings of an SMPP credential.',
  arguments: [idArgument],
  options: {
    ...accountOption,
    ...limitOptions,
    'any-address': { about: 'Allow every address.' },
    'no-inbound': { about: 'Deliver no incoming messages to its binds.' },
    'no-private-urls': { about: 'Allow only HTTPS to public hosts in its dlr-url.' },
  },
  notes: `Settings that are not given keep their value. The change takes effect on all processes within seconds. ${raisedNote}`,
  examples: ['smpp set 3 --account 2 --rate 200 --window 100', 'smpp set 3 --any-address'],
  async run(input) {
    const path = pathIn(input)
    const body = readSettings(input)
    if (Object.keys(body).length === 0)
      throw badUsage('give at least one setting. Run "ngoma smpp set --help" for the options.')
    const changed = await withConsole((console) =>
      console.call('PUT /accounts/:account/smpp/credentials/:credential', { path, body }),
    )
    input.print(changed, `SMPP credential ${changed.id} (${changed.systemId}) changed: ${limitsOf(changed)}.`)
    return exitCodes.done
  },
}

const rotate: Command = {
  name: 'smpp rotate',
  about: 'Replace the password of an SMPP credential. The new password is shown once.',
  arguments: [idArgument],
  options: {
    ...accountOption,
    'overlap-hours': {
      value: 'N',
      about: `Hours that the old password stays valid, 0 to ${overlapHoursMax}. 0 ends it at once. Default: 24.`,
    },
  },
  notes:
    'Connections that are bound stay open. While an old password is valid, another rotation is refused unless it ends that password: --overlap-hours 0.',
  examples: ['smpp rotate 3 --account 2', 'smpp rotate 3 --overlap-hours 0'],
  async run(input) {
    const path = pathIn(input)
    const body = { overlapHours: readNumber(input, 'overlap-hours', { min: 0, max: overlapHoursMax }) ?? 24 }
    const rotated = await withConsole((console) =>
      console.call('POST /accounts/:account/smpp/credentials/:credential/rotate', { path, body }),
    )
    const { oldPasswordUntil } = rotated
    const old =
      oldPasswordUntil === null
        ? 'The old password is no longer valid.'
        : `The old password is valid until ${timeCell(oldPasswordUntil)}.`
    input.print(rotated, `${describeIssued(rotated)}\n\n${old}`)
    return exitCodes.done
  },
}

const revoke: Command = {
  name: 'smpp revoke',
  about: 'Revoke an SMPP credential and close its binds.',
  arguments: [idArgument],
  options: accountOption,
  notes: 'All processes close its binds within seconds.',
  examples: ['smpp revoke 3 --account 2'],
  async run(input) {
    const path = pathIn(input)
    await withConsole((console) => console.call('DELETE /accounts/:account/smpp/credentials/:credential', { path }))
    input.print({ id: Number(path.credential), revoked: true }, `SMPP credential ${path.credential} revoked.`)
    return exitCodes.done
  },
}

function limitsOf(one: SmppCredential): string {
  const {
    bindsMax,
    windowSize,
    rate,
    addresses,
    messageIds,
    receivesMessages,
    duplicateSeconds,
    privateUrls,
    alphabet,
  } = one
  return [
    `${bindsMax} binds`,
    `window ${windowSize}`,
    rate === 0 ? 'any rate' : `${rate}/s`,
    ...(messageIds === 'hex' ? ['hex message IDs'] : []),
    ...(receivesMessages ? ['inbound'] : []),
    ...(duplicateSeconds > 0 ? [`duplicates ${duplicateSeconds} s`] : []),
    ...(alphabet === 'gsm7' ? [] : [`alphabet ${alphabet}`]),
    ...(privateUrls ? ['private URLs'] : []),
    ...(addresses ?? []),
  ].join(', ')
}

const list = listCommand({
  name: 'smpp list',
  about: 'List the SMPP credentials of an account.',
  options: accountOption,
  examples: ['smpp list --account 2'],
  route: 'GET /accounts/:account/smpp/credentials',
  request: (input) => ({ path: accountIn(input) }),
  heads: ['ID', 'SYSTEM ID', 'STATUS', 'BINDS', 'LAST USED', 'FROM', 'SETTINGS'],
  row: (one) => [
    one.id,
    one.systemId,
    one.revokedAt === null ? 'active' : `revoked ${timeCell(one.revokedAt)}`,
    one.binds,
    one.lastUsedAt === null ? 'never' : timeCell(one.lastUsedAt),
    one.lastAddress,
    limitsOf(one),
  ],
  nothing: 'No SMPP credentials.',
})

const binds = listCommand({
  name: 'smpp binds',
  about: 'List the current SMPP binds of all accounts.',
  examples: ['smpp binds'],
  route: 'GET /smpp/binds',
  request: () => ({}),
  heads: ['SYSTEM ID', 'ACCOUNT', 'MODE', 'ADDRESS', 'TLS', 'SINCE', 'PROCESS'],
  row: (one) => [
    one.systemId,
    one.accountId,
    one.mode,
    one.address,
    one.encrypted ? 'yes' : 'no',
    timeCell(one.boundAt),
    one.process,
  ],
  nothing: 'No SMPP binds.',
})

export const smppCommands: readonly Command[] = [create, set, rotate, revoke, list, binds]
