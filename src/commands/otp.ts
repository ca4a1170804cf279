import type { BodyOf } from '../contract/console/index.ts'
import type { GuardMode, PinAllowance, PinApp } from '../contract/console/otp.ts'
import { withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, type Input, numberIn, type Option, timeCell } from './command.ts'
import { accountIn, accountOption, listCommand } from './lists.ts'

/** The settings of an application. One that is left out keeps its value. */
type Settings = BodyOf<'PUT /accounts/:account/otp/apps/:app'>

/**
 * Named here as well, because a command that asks a server does not load the modules; the type keeps the two together.
 */
const guards: readonly string[] = Object.keys({ off: 0, alert: 0, block: 0 } satisfies Record<GuardMode, 0>)

const isGuard = (text: string): text is GuardMode => guards.includes(text)

/** Options that are numbers, and what the console calls them. */
const numbers: Readonly<Record<string, readonly [field: keyof Settings, about: string]>> = {
  length: ['pinLength', 'Digits of a PIN, 4 to 10.'],
  life: ['lifeSeconds', 'How long a PIN can be verified, in seconds.'],
  attempts: ['attemptsMax', 'How often a PIN can be guessed at.'],
  'per-number': ['numberHourMax', 'Most requests in an hour to one number.'],
  'per-app': ['appHourMax', 'Most requests in an hour of the application.'],
  'per-country': ['countryHourMax', 'Most in an hour to one country, for the guard.'],
  'per-prefix': [
    'prefixHourMax',
    'Most in an hour to numbers that differ in their last four digits only, for the guard.',
  ],
  sample: ['guardSample', 'After how many requests to a prefix the guard judges how many were verified.'],
  verified: ['verifiedPercentMin', 'Of a hundred, how many have to be verified.'],
  'block-minutes': ['blockMinutes', 'How long a prefix is blocked.'],
}

const options: Readonly<Record<string, Option>> = {
  ...accountOption,
  sender: { value: 'NAME', about: 'Whom its messages are from.' },
  text: { value: 'TEXT', about: 'What they say, with {pin} where the PIN goes.' },
  ...Object.fromEntries(Object.entries(numbers).map(([name, [, about]]) => [name, { value: 'N', about }])),
  guard: { value: 'MODE', about: `What the fraud guard does: ${guards.join(', ')}.` },
  country: { value: 'ISO', multiple: true, about: 'Send to this country, and to no other that is not named.' },
  'all-countries': { about: 'Send to all countries.' },
}

function readSettings(input: Input): Settings {
  const [name, sender, text] = [input.text('name'), input.text('sender'), input.text('text')]
  const [guard, countries] = [input.text('guard'), input.texts('country')]
  if (guard !== undefined && !isGuard(guard)) throw badUsage(`--guard is one of ${guards.join(', ')}`)
  if (countries.length > 0 && input.is('all-countries'))
    throw badUsage('--country and --all-countries are opposites: leave one out')
  const counts = Object.entries(numbers).flatMap(([option, [field]]) => {
    const count = input.text(option)
    if (count !== undefined && !/^\d{1,10}$/.test(count)) throw badUsage(`--${option} is a number`)
    return count === undefined ? [] : [[field, Number(count)] as const]
  })
  return {
    ...(name === undefined ? {} : { name }),
    ...(sender === undefined ? {} : { sender }),
    ...(text === undefined ? {} : { text }),
    ...(guard === undefined ? {} : { guard }),
    ...(countries.length > 0
      ? { countries: countries.map((one) => one.toUpperCase()) }
      : input.is('all-countries')
        ? { countries: null }
        : {}),
    ...Object.fromEntries(counts),
  }
}

const describe = ({ number, name, sender, pinLength, lifeSeconds, attemptsMax, active, guard, countries }: PinApp) =>
  `Application ${number} (${name}) ${active ? `sends PINs of ${pinLength} digits as ${sender}` : 'is inactive'}: ${lifeSeconds} seconds, ${attemptsMax} attempts, guard ${guard}, ${countries === null ? 'all countries' : countries.join(' ')}.`

export const otpCommands: readonly Command[] = [
  listCommand({
    name: 'otp apps',
    about: 'List the applications that an account sends PINs for.',
    options: accountOption,
    route: 'GET /accounts/:account/otp/apps',
    request: (input) => ({ path: accountIn(input) }),
    heads: ['APP', 'NAME', 'STATE', 'SENDER', 'DIGITS', 'SECONDS', 'ATTEMPTS', 'GUARD', 'TEXT'],
    row: (one) => [
      one.number,
      one.name,
      one.active ? 'active' : 'inactive',
      one.sender,
      one.pinLength,
      one.lifeSeconds,
      one.attemptsMax,
      one.guard,
      one.text,
    ],
    nothing: 'The account has no applications.',
  }),
  {
    name: 'otp add',
    about: 'Add an application to send PINs for.',
    arguments: [{ name: 'NAME', about: 'What it is for.' }],
    options,
    async run(input) {
      const [name = ''] = input.arguments
      const [path, body] = [accountIn(input), { ...readSettings(input), name }]
      const app = await withConsole((console) => console.call('POST /accounts/:account/otp/apps', { path, body }))
      input.print(app, describe(app))
      return exitCodes.done
    },
  },
  {
    name: 'otp change',
    about: 'Change an application.',
    arguments: [{ name: 'APP', about: 'Its number in ngoma otp apps.' }],
    options: {
      ...options,
      name: { value: 'NAME', about: 'What it is for.' },
      active: { about: 'Let it send PINs.' },
      inactive: { about: 'Do not let it send PINs for now.' },
    },
    notes: 'What is not named stays as it is. PINs that are out keep their life and attempts.',
    async run(input) {
      const number = numberIn(input, 'otp apps', 'APP')
      const [active, inactive] = [input.is('active'), input.is('inactive')]
      if (active && inactive) throw badUsage('--active and --inactive are opposites: leave one out')
      const body = { ...readSettings(input), ...(active || inactive ? { active } : {}) }
      if (Object.keys(body).length === 0)
        throw badUsage('nothing is to be changed: ngoma otp change --help lists what can be')
      const path = { ...accountIn(input), app: number }
      const app = await withConsole((console) => console.call('PUT /accounts/:account/otp/apps/:app', { path, body }))
      input.print(app, describe(app))
      return exitCodes.done
    },
  },
  {
    name: 'otp allow',
    about: 'Show or set where the PINs of an account may go beside its own country.',
    options: {
      ...accountOption,
      country: { value: 'ISO', multiple: true, about: 'Allow this country.' },
      range: {
        value: 'DIGITS',
        multiple: true,
        about: 'Allow numbers that begin with these digits; the fraud guard does not judge them.',
      },
      none: { about: 'Allow nothing beside the own country.' },
    },
    notes:
      'The countries and ranges that are named replace those that were allowed before. Without options they are only shown. In staging PINs go everywhere.',
    async run(input) {
      const [countries, ranges] = [input.texts('country').map((one) => one.toUpperCase()), input.texts('range')]
      const isNamed = countries.length > 0 || ranges.length > 0
      if (isNamed && input.is('none')) throw badUsage('--none and the others are opposites: leave one out')
      const path = accountIn(input)
      const allowed = await withConsole((console): Promise<PinAllowance> => {
        if (!isNamed && !input.is('none')) return console.call('GET /accounts/:account/otp/allowance', { path })
        return console.call('PUT /accounts/:account/otp/allowance', { path, body: { countries, ranges: [...ranges] } })
      })
      const list = (texts: readonly string[]) => (texts.length === 0 ? 'none' : texts.join(' '))
      input.print(
        allowed,
        `PINs go to ${allowed.country}. Other countries: ${list(allowed.countries)}. Ranges: ${list(allowed.ranges)}.`,
      )
      return exitCodes.done
    },
  },
  listCommand({
    name: 'otp requests',
    about: 'List the PINs that were asked for, newest first, and what became of them. No PIN is shown.',
    options: accountOption,
    route: 'GET /accounts/:account/otp/requests',
    request: (input) => ({ path: accountIn(input) }),
    heads: ['CREATED', 'APP', 'NUMBER', 'STATE', 'ATTEMPTS', 'PIN ID'],
    row: (one) => [timeCell(one.createdAt), one.app, one.phone, one.state, one.attempts, one.pinId],
    nothing: 'No PIN was asked for.',
  }),
]
