import { accounts } from './accounts.ts'
import { approvals } from './approvals.ts'
import { audit } from './audit.ts'
import { carriers } from './carriers.ts'
import { numbers } from './numbers.ts'
import { overdueAirtime } from './overdue-airtime.ts'
import { overview } from './overview.ts'
import { payments } from './payments.ts'
import { prices } from './prices.ts'
import { providers } from './providers.ts'
import { routes } from './routes.ts'
import { sandbox } from './sandbox.ts'
import { system } from './system.ts'
import { users } from './users.ts'

const receipts = {
  title: 'Unmatched receipts',
  about:
    'Delivery receipts whose message ID matches no message. Each one is tried again for a day, because a receipt may arrive before its message is stored.',
  carrier: 'Carrier',
  allCarriers: 'All carriers',
  empty: 'No unmatched receipts.',
  received: 'Received',
  id: 'Message ID in the receipt',
  status: 'Status',
  reason: 'Reason',
  retrying: 'Retrying',
  yes: 'Yes',
  givenUp: 'No, given up',
  meaning: 'Causes',
  few: '<b>A few receipts</b> are harmless: another program uses the same system ID, or the message was deleted before its receipt arrived.',
  many: '<b>Many from one carrier:</b> it writes message IDs differently in responses and in receipts. 1A2B and 6699, for example, are the same number. In the settings of the carrier, set “Message IDs in responses” and “Message IDs in receipts” to hex and decimal, or the other way round. This affects only messages sent from then on.',
  none: '<b>None here, but messages stay pending:</b> the carrier may send no receipts, or may not mark them (see “Unmarked receipts” in its settings).',
  removedCarriers: 'Receipts of removed carriers stay in the list.',
} as const

const queues = {
  title: 'Queues',
  about:
    'Messages waiting to be sent, by carrier and message type. PINs do not wait behind bulk messages. The counts are updated every few seconds.',
  empty: 'No queued messages.',
  carrier: 'Carrier',
  kind: 'Message type',
  waiting: 'Queued',
  inProgress: 'Being sent',
  scheduled: 'Scheduled for later',
  oldest: 'Oldest message due since',
  approximate: 'about {count, number}',
  explained:
    '“Being sent” is included in “Queued”. If messages wait for a long time, check the carrier: it may be paused, disconnected, or slower than the traffic.',
} as const

const doNotDisturb = {
  title: 'Do not disturb',
  about:
    'Numbers that receive no messages from any account, except PINs. They count as opted out when an account sends to them.',
  search: 'Search by first digits',
  empty: 'The list is empty. Add a number, or import a list such as a national registry.',
  phone: 'Phone number',
  phoneHelp: 'With + and the country code, such as +255712345678.',
  source: 'Source',
  sources: { person: 'Added by hand', import: 'Imported file' },
  since: 'Added',
  note: 'Note',
  noteHelp: 'Only operators see it.',
  actions: 'Actions',
  actionsFor: 'Actions for {phone}',
  add: 'Add number',
  addAbout: 'No account can send messages to this number. Scheduled messages to it are not sent either.',
  added: '{phone} will receive no more messages.',
  remove: 'Remove from list',
  removeTitle: 'Remove {phone} from the do-not-disturb list?',
  removeWarning: 'All accounts can send messages to this number again, unless it opted out of an account.',
  removed: '{phone} can receive messages again.',
  importTitle: 'Import numbers',
  importAbout:
    'A CSV file with the column phone, and optionally note and created_at. A plain list of numbers works too. Numbers that are not in the file stay on the list.',
} as const

/** The texts of the pages of operators, and of the audit log. Other pages do not load them. */
export const operatorCatalog = {
  accounts,
  approvals,
  audit,
  carriers,
  doNotDisturb,
  numbers,
  overdueAirtime,
  overview,
  payments,
  prices,
  providers,
  queues,
  receipts,
  routes,
  sandbox,
  system,
  users,
} as const
