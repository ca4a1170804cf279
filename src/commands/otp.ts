import { text } from 'node:stream/consumers'
import type { GuardMode, PinAllowance, PinApp, PinSend } from '../contract/account/otp.ts'
import type { BodyOf } from '../contract/console/index.ts'
import { countOf } from '../values/count.ts'
import { defaultPinApp } from '../values/pin-app.ts'
import { withConsole } from './client.ts'
import { badUsage, type Command, exitCodes, Failure, type Input, numberIn, type Option, timeCell } from './command.ts'
import { openToRead } from './files.ts'
import { accountIn, accountOption, listCommand } from './lists.ts'
import { phoneCell } from './phones.ts'

type Settings = BodyOf<'PUT /v2/otp/apps/:app'>

/** Commands do not load the modules; the type keeps this list complete. */
const guards: readonly string[] = Object.keys({ off: 0, alert: 0, block: 0 } satisfies Record<GuardMode, 0>)

const isGuard = (text: string): text is GuardMode => guards.includes(text)

const defaults = defaultPinApp(false, 'en')

/** Numeric options, with their fields in the console. */
const numbers: Readonly<Record<string, readonly [field: keyof Settings, about: string]>> = {
  length: ['pinLength', 'Length of a PIN in digits, 4 to 10.'],
  life: ['lifeSeconds', 'Lifetime of a PIN, in seconds.'],
  attempts: ['attemptsMax', 'Maximum attempts to verify a PIN.'],
  'per-number': ['numberHourMax', 'Maximum PINs per hour to one number.'],
  'per-app': ['appHourMax', 'Maximum PINs per hour of the application.'],
  'per-country': ['countryHourMax', 'Fraud guard: maximum PINs per hour to one country.'],
  'per-prefix': [
    'prefixHourMax',
    'Fraud guard: maximum PINs per hour to one prefix (numbers that differ only in the last four digits).',
  ],
  sample: ['guardSample', 'Fraud guard: number of PINs to a prefix before the share of verified PINs is checked.'],
  verified: ['verifiedPercentMin', 'Fraud guard: minimum percentage of verified PINs.'],
  'block-minutes': ['blockMinutes', 'Fraud guard: how long a prefix is blocked, in minutes.'],
}

const options: Readonly<Record<string, Option>> = {
  ...accountOption,
  sender: { value: 'NAME', about: 'Sender ID of the messages.' },
  text: { value: 'TEXT', about: 'Text of the messages, with {pin} for the PIN.' },
  ...Object.fromEntries(Object.entries(numbers).map(([name, [, about]]) => [name, { value: 'N', about }])),
  channels: {
    value: 'FILE',
    about: 'Channels in order, a JSON list such as [{"channel":"sms"},{"channel":"voice","afterSeconds":30}].',
  },
  'text-in': { value: 'LANGUAGE=TEXT', multiple: true, about: 'Text in another language, such as sw="PIN ni {pin}".' },
  language: {
    value: 'LANGUAGE',
    about: 'Language of requests without one, such as sw; "account" for that of the account.',
  },
  resend: { about: 'Allow sending a PIN again. PINs stay encrypted on the server while they are valid.' },
  'no-resend': { about: 'Do not allow sending a PIN again.' },
  guard: { value: 'MODE', about: `Fraud guard: ${guards.join(', ')}.` },
  country: { value: 'ISO', multiple: true, about: 'Send PINs to this country only, such as TZ.' },
  'all-countries': { about: 'Send PINs to all countries.' },
}

async function readSettings(input: Input): Promise<Settings> {
  const [name, sender, message] = [input.text('name'), input.text('sender'), input.text('text')]
  const [guard, countries] = [input.text('guard'), input.texts('country')]
  if (guard !== undefined && !isGuard(guard)) throw badUsage(`--guard must be one of ${guards.join(', ')}`)
  if (countries.length > 0 && input.is('all-countries'))
    throw badUsage('use either --country or --all-countries, not both')
  if (input.is('resend') && input.is('no-resend')) throw badUsage('use either --resend or --no-resend, not both')
  const counts = Object.entries(numbers).flatMap(([option, [field]]) => {
    const count = input.text(option)
    if (count !== undefined && !/^\d{1,10}$/.test(count)) throw badUsage(`--${option} must be a number`)
    return count === undefined ? [] : [[field, Number(count)] as const]
  })
  return {
    ...(name === undefined ? {} : { name }),
    ...(sender === undefined ? {} : { sender }),
    ...(message === undefined ? {} : { text: message }),
    ...(guard === undefined ? {} : { guard }),
    ...(countries.length > 0
      ? { countries: countries.map((one) => one.toUpperCase()) }
      : input.is('all-countries')
        ? { countries: null }
        : {}),
    ...Object.fromEntries(counts),
    ...(await readChannels(input)),
    ...readLanguages(input),
    ...(input.is('resend') || input.is('no-resend') ? { resend: input.is('resend') } : {}),
  }
}

/** The server checks the channels. */
async function readChannels(input: Input): Promise<Pick<Settings, 'channels'>> {
  const file = input.text('channels')
  if (file === undefined) return {}
  try {
    return { channels: JSON.parse(await text(file === '-' ? process.stdin : openToRead(file))) }
  } catch (error) {
    if (error instanceof SyntaxError) throw new Failure(`${file} is not valid JSON: ${error.message}`)
    throw error
  }
}

/** The given texts replace the previous ones. */
function readLanguages(input: Input): Pick<Settings, 'texts' | 'language'> {
  const [texts, language] = [input.texts('text-in'), input.text('language')]
  const pairs = texts.map((text) => /^([a-z]{2,3})=(.+)$/s.exec(text)?.slice(1) ?? [])
  if (pairs.some((pair) => pair.length === 0)) throw badUsage('--text-in must be a pair such as sw="PIN ni {pin}"')
  return {
    ...(pairs.length === 0 ? {} : { texts: Object.fromEntries(pairs) }),
    ...(language === undefined ? {} : { language: language === 'account' ? null : language }),
  }
}

const describe = ({ number, name, sender, pinLength, lifeSeconds, attemptsMax, active, guard, ...app }: PinApp) =>
  `Application ${number} (${name}, ${active ? 'active' : 'inactive'}): ${pinLength} digits, ${countOf(lifeSeconds, 'second')}, ${countOf(attemptsMax, 'attempt')}, sender ID ${sender}, fraud guard ${guard}, ${app.countries === null ? 'all countries' : `countries ${app.countries.join(' ')}`}${describeChannels(app)}.`

/** Empty for an application that sends once, by SMS. */
function describeChannels({ channels, resend }: Pick<PinApp, 'channels' | 'resend'>): string {
  const names = channels.map(({ channel }) => channel)
  return `${names.join() === 'sms' ? '' : `, channels ${names.join(', then ')}`}${resend ? ', resend' : ''}`
}

function describeDefaults(): string {
  const counts = Object.entries(numbers).map(([option, [field]]) => `${option} ${defaults[field]}`)
  return `Defaults: sender ID ${defaults.sender}, the default text in the language of the account, all countries, guard ${defaults.guard}, ${counts.join(', ')}. In staging, the guard is off and per-number is ${defaultPinApp(true, 'en').numberHourMax}.`
}

const describeSend = ({ channel, state, problem }: PinSend) =>
  `${channel} ${state}${problem === null ? '' : ` (${problem})`}`

/** A PIN without a list was sent once, by SMS. */
const showSends = (sends: readonly PinSend[]) => (sends.length === 0 ? 'sms' : sends.map(describeSend).join(', '))

export const otpCommands: readonly Command[] = [
  listCommand({
    name: 'otp apps',
    about: 'List the PIN applications of an account.',
    options: accountOption,
    examples: ['otp apps --account 2'],
    route: 'GET /v2/otp/apps',
    request: (input) => ({ path: accountIn(input) }),
    heads: ['APP', 'NAME', 'STATUS', 'SENDER', 'DIGITS', 'SECONDS', 'ATTEMPTS', 'GUARD', 'TEXT'],
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
    nothing: 'No PIN applications.',
  }),
  {
    name: 'otp add',
    about: 'Add a PIN application.',
    arguments: [{ name: 'NAME', about: 'Name of the application.' }],
    options,
    notes: describeDefaults(),
    examples: ['otp add "Mobile app" --account 2 --text "Your code is {pin}" --length 4'],
    async run(input) {
      const [name = ''] = input.arguments
      const [path, body] = [accountIn(input), { ...(await readSettings(input)), name }]
      const app = await withConsole((console) => console.call('POST /v2/otp/apps', { path, body }))
      input.print(app, describe(app))
      return exitCodes.done
    },
  },
  {
    name: 'otp change',
    about: 'Change a PIN application.',
    arguments: [{ name: 'APP', about: 'Number of the application, see "ngoma otp apps".' }],
    options: {
      ...options,
      name: { value: 'NAME', about: 'New name.' },
      active: { about: 'Activate the application.' },
      inactive: { about: 'Deactivate the application: it sends no PINs.' },
    },
    notes:
      'Omitted options keep their current values. PINs that were already sent keep their lifetime and number of attempts.',
    examples: [
      'otp change 1 --account 2 --guard block',
      'otp change 1 --account 2 --channels channels.json --resend',
      'otp change 1 --account 2 --inactive',
    ],
    async run(input) {
      const number = numberIn(input, 'otp apps', 'APP')
      const [active, inactive] = [input.is('active'), input.is('inactive')]
      if (active && inactive) throw badUsage('use either --active or --inactive, not both')
      const body = { ...(await readSettings(input)), ...(active || inactive ? { active } : {}) }
      if (Object.keys(body).length === 0)
        throw badUsage('nothing to change. Run "ngoma otp change --help" for the options.')
      const path = { ...accountIn(input), app: number }
      const app = await withConsole((console) => console.call('PUT /v2/otp/apps/:app', { path, body }))
      input.print(app, describe(app))
      return exitCodes.done
    },
  },
  {
    name: 'otp allow',
    about: 'Show or set the additional countries and prefixes that an account can send PINs to.',
    options: {
      ...accountOption,
      country: { value: 'ISO', multiple: true, about: 'Allow this country.' },
      range: {
        value: 'DIGITS',
        multiple: true,
        about: 'Allow numbers with this prefix; the fraud guard does not check them.',
      },
      none: { about: "Allow only the account's own country." },
    },
    notes:
      'The given countries and ranges replace the previous ones. Without options, the command only shows them. In staging, PINs can go to all countries.',
    examples: ['otp allow --account 2', 'otp allow --account 2 --country KE --country UG'],
    async run(input) {
      const [countries, ranges] = [input.texts('country').map((one) => one.toUpperCase()), input.texts('range')]
      const isNamed = countries.length > 0 || ranges.length > 0
      if (isNamed && input.is('none')) throw badUsage('--none cannot be combined with --country or --range')
      const path = accountIn(input)
      const allowed = await withConsole((console): Promise<PinAllowance> => {
        if (!isNamed && !input.is('none')) return console.call('GET /v2/otp/allowance', { path })
        return console.call('PUT /accounts/:account/otp/allowance', { path, body: { countries, ranges: [...ranges] } })
      })
      const list = (texts: readonly string[]) => (texts.length === 0 ? 'none' : texts.join(' '))
      input.print(
        allowed,
        `Own country: ${allowed.country}. Other countries: ${list(allowed.countries)}. Ranges: ${list(allowed.ranges)}.`,
      )
      return exitCodes.done
    },
  },
  listCommand({
    name: 'otp requests',
    about: 'List requested PINs with their status, newest first. The PINs themselves are not shown.',
    options: accountOption,
    examples: ['otp requests --account 2'],
    route: 'GET /v2/otp/requests',
    request: (input) => ({ path: accountIn(input) }),
    heads: ['CREATED', 'APP', 'NUMBER', 'STATUS', 'CHANNELS', 'ATTEMPTS', 'PIN ID'],
    row: (one) => [
      timeCell(one.createdAt),
      one.app,
      phoneCell(one.phone),
      one.state,
      showSends(one.sends),
      one.attempts,
      one.pinId,
    ],
    nothing: 'No PINs were requested.',
  }),
]
