import type { Command } from './command.ts'
import type { CommandGroup, CommandHead } from './help.ts'

type Load = () => Promise<readonly Command[]>

/** Commands that do more than call one route, by their noun. Each is loaded when it is needed. */
const written: Readonly<Record<string, Load>> = {
  serve: async () => [(await import('./serve.ts')).serve],
  demo: async () => [(await import('./demo.ts')).demo],
  doctor: async () => [(await import('./doctor.ts')).doctor],
  overview: async () => [(await import('./overview.ts')).overview],
  queue: async () => [(await import('./overview.ts')).queue],
  migrate: async () => [(await import('./migrate.ts')).migrate],
  secret: async () => (await import('./secret.ts')).secretCommands,
  backup: async () => [(await import('./backup.ts')).backup],
  restore: async () => [(await import('./backup.ts')).restore],
  archive: async () => (await import('./archive.ts')).archiveCommands,
  retention: async () => (await import('./retention.ts')).retentionCommands,
  user: async () => (await import('./users.ts')).userCommands,
  send: async () => [(await import('./sms.ts')).send],
  quote: async () => [(await import('./sms.ts')).quote],
  search: async () => [(await import('./numbers.ts')).search],
  number: async () => [(await import('./numbers.ts')).numberShow],
  message: async () => [(await import('./messages.ts')).messageShow],
  campaign: async () => (await import('./campaigns.ts')).campaignCommands,
  report: async () => (await import('./reports.ts')).reportCommands,
  contact: async () => [(await import('./contacts-import.ts')).contactImport],
  person: async () => (await import('./person.ts')).personCommands,
  provider: async () => [(await import('./provider-set.ts')).providerSet],
  kannel: async () => (await import('./kannel.ts')).kannelCommands,
  webhook: async () => (await import('./webhooks.ts')).webhookCommands,
  route: async () => [(await import('./routes.ts')).routeTry],
  ledger: async () => [(await import('./ledger.ts')).ledgerCheck],
  payment: async () => [(await import('./payments-reconcile.ts')).reconcilePayments],
  smsc: async () => [(await import('./smsc.ts')).smsc],
  completion: async () => [(await import('./completion.ts')).completionOf(loadCommands)],
  emulate: async () => (await import('./emulate.ts')).emulateCommands,
}

const loadWritten = async () => (await Promise.all(Object.values(written).map((load) => load()))).flat()

export const loadCommands: Load = async () => [...(await loadWritten()), ...(await import('./derived.ts')).deriveAll()]

/** All commands for the help. */
export const listCommands = async (): Promise<readonly CommandHead[]> => [
  ...(await loadWritten()),
  ...(await import('./derived.ts')).describeAll(),
]

/** The command that the words begin with. Commands of the contract load the contract, so they come last. */
export async function findCommand(words: readonly string[]): Promise<Command | null> {
  const names = [3, 2, 1].map((length) => words.slice(0, length).join(' '))
  const own = (await written[words[0] ?? '']?.()) ?? []
  const found = names.map((name) => own.find((one) => one.name === name)).find(Boolean)
  if (found) return found
  const { findDerived } = await import('./derived.ts')
  return names.map(findDerived).find(Boolean) ?? null
}

/** The headings of the help, each with its nouns; the last one has all others. */
const headings: readonly (readonly [title: string, nouns: string])[] = [
  ['Server', 'serve demo doctor overview queue migrate secret backup restore archive retention completion'],
  ['Accounts and access', 'account user member invitation key token credential smpp-credential smpp-bind smpp audit'],
  ['Messages', 'send quote search message request scheduled sending-window campaign report template sender number'],
  ['Incoming messages and chat', 'inbound inbound-word inbound-number conversation chat-template'],
  ['Contacts and consent', 'contact book contact-field segment import optout consent do-not-disturb person'],
  ['Carriers and providers', 'provider route kannel'],
  ['Webhooks and requests', 'webhook event request-log'],
  ['Credit and prices', 'credit statement price ledger'],
  ['Airtime, checkout and PINs', 'airtime checkout payment otp otp-app otp-block otp-allowance'],
  ['Staging and tests', 'sandbox phone smsc emulate'],
]

const verbs = ['list', 'show', 'create', 'change', 'remove']

/** The verbs that most nouns have come first. */
const rankOf = ({ name }: CommandHead) =>
  (verbs.indexOf(name.split(' ').at(-1) ?? '') + verbs.length + 1) % (verbs.length + 1)

const sorted = (some: readonly CommandHead[]) => some.toSorted((a, b) => rankOf(a) - rankOf(b))

const nounOf = ({ name }: CommandHead) => name.split(' ')[0] ?? ''

const nouns = headings.flatMap(([, text]) => text.split(' '))

export const groupCommands = (commands: readonly CommandHead[]): readonly CommandGroup[] =>
  [
    ...headings.map(([title, text]) => ({
      title,
      commands: text.split(' ').flatMap((noun) => sorted(commands.filter((one) => nounOf(one) === noun))),
    })),
    { title: 'More', commands: commands.filter((one) => !nouns.includes(nounOf(one))) },
  ].filter((group) => group.commands.length > 0)
