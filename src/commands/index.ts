import { accountCommands } from './accounts.ts'
import { airtimeCommands } from './airtime.ts'
import { archiveCommands } from './archive.ts'
import { auditCommands } from './audit.ts'
import { backup, restore } from './backup.ts'
import { bookCommands } from './books.ts'
import { campaignCommands } from './campaigns.ts'
import { carrierCommands } from './carriers.ts'
import { chatCommands } from './chat.ts'
import { checkoutCommands } from './checkout.ts'
import type { Command } from './command.ts'
import { consentCommands } from './consents.ts'
import { contactCommands } from './contacts.ts'
import { importCommands } from './contacts-import.ts'
import { credentialCommands } from './credentials.ts'
import { creditCommands } from './credit.ts'
import { creditSettingCommands } from './credit-settings.ts'
import { demo } from './demo.ts'
import { doNotDisturbCommands } from './do-not-disturb.ts'
import { doctor } from './doctor.ts'
import { emulateCommands } from './emulate.ts'
import { fieldCommands } from './fields.ts'
import type { CommandGroup } from './help.ts'
import { inboundCommands } from './inbound.ts'
import { inboxCommands } from './inbox.ts'
import { kannelCommands } from './kannel.ts'
import { ledgerCommands } from './ledger.ts'
import { messageCommands } from './messages.ts'
import { migrate } from './migrate.ts'
import { numberShow } from './numbers.ts'
import { optOutCommands } from './optouts.ts'
import { otpCommands } from './otp.ts'
import { overview } from './overview.ts'
import { paymentCommands } from './payments.ts'
import { personCommands } from './person.ts'
import { priceCommands } from './prices.ts'
import { providerCommands } from './providers.ts'
import { queue } from './queue.ts'
import { refused } from './refused.ts'
import { reportCommands } from './reports.ts'
import { requestCommands } from './requests.ts'
import { retentionCommands } from './retention.ts'
import { routeCommands } from './routes.ts'
import { sandboxCommands } from './sandbox.ts'
import { schedulingCommands } from './scheduled.ts'
import { search } from './search.ts'
import { secretCommands } from './secret.ts'
import { segmentCommands } from './segments.ts'
import { senderCommands } from './senders.ts'
import { serve } from './serve.ts'
import { smppCommands } from './smpp.ts'
import { smsCommands } from './sms.ts'
import { smsc } from './smsc.ts'
import { templateCommands } from './templates.ts'
import { userCommands } from './users.ts'
import { webhookCommands } from './webhooks.ts'
import { webhookHistoryCommands } from './webhooks-history.ts'
import { webhookListen } from './webhooks-listen.ts'

export const commandGroups: readonly CommandGroup[] = [
  {
    title: 'Server',
    commands: [serve, demo, doctor, overview, queue, migrate, ...secretCommands, backup, restore, ...archiveCommands],
  },
  {
    title: 'Accounts and access',
    commands: [
      ...accountCommands,
      ...credentialCommands,
      ...smppCommands,
      refused,
      ...userCommands,
      ...auditCommands,
      ...retentionCommands,
    ],
  },
  {
    title: 'Messages',
    commands: [
      ...smsCommands,
      search,
      numberShow,
      ...messageCommands,
      ...requestCommands,
      ...campaignCommands,
      ...reportCommands,
      ...schedulingCommands,
      ...templateCommands,
      ...senderCommands,
    ],
  },
  { title: 'Incoming messages and chat', commands: [...inboundCommands, ...inboxCommands, ...chatCommands] },
  {
    title: 'Contacts',
    commands: [...bookCommands, ...contactCommands, ...importCommands, ...fieldCommands, ...segmentCommands],
  },
  { title: 'Personal data', commands: [...personCommands] },
  {
    title: 'Opt-outs and consents',
    commands: [...optOutCommands, ...doNotDisturbCommands, ...consentCommands],
  },
  {
    title: 'Providers, carriers and routes',
    commands: [...providerCommands, ...carrierCommands, ...routeCommands, ...kannelCommands],
  },
  { title: 'Webhooks', commands: [...webhookCommands, ...webhookHistoryCommands, webhookListen] },
  {
    title: 'Credit and prices',
    commands: [...creditCommands, ...creditSettingCommands, ...ledgerCommands, ...priceCommands],
  },
  {
    title: 'Airtime, checkout and PINs',
    commands: [...airtimeCommands, ...checkoutCommands, ...paymentCommands, ...otpCommands],
  },
  { title: 'Staging and tests', commands: [...sandboxCommands, smsc, ...emulateCommands] },
]

export const commands: readonly Command[] = commandGroups.flatMap((group) => group.commands)
