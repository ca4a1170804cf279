import type { Catalog } from '../catalog.ts'
import { accounts } from './accounts.ts'
import { airtime } from './airtime.ts'
import { apiSetup } from './api-setup.ts'
import { approvals } from './approvals.ts'
import { audit } from './audit.ts'
import { campaign } from './campaign.ts'
import { campaigns } from './campaigns.ts'
import { carriers } from './carriers.ts'
import { chat } from './chat.ts'
import { checkout } from './checkout.ts'
import { composer } from './composer.ts'
import { consents } from './consents.ts'
import { contactFields } from './contact-fields.ts'
import { contacts } from './contacts.ts'
import { credit } from './credit.ts'
import { developer } from './developer.ts'
import { doNotDisturb } from './do-not-disturb.ts'
import { home } from './home.ts'
import { inbox } from './inbox.ts'
import { messages } from './messages.ts'
import { numberFiles } from './number-files.ts'
import { numberHistory } from './number-history.ts'
import { numbers } from './numbers.ts'
import { optOuts } from './opt-outs.ts'
import { overdueAirtime } from './overdue-airtime.ts'
import { overview } from './overview.ts'
import { pages } from './pages.ts'
import { palette, shortcuts } from './palette.ts'
import { payments } from './payments.ts'
import { person } from './person.ts'
import { phones } from './phones.ts'
import { pins } from './pins.ts'
import { prices } from './prices.ts'
import { profile } from './profile.ts'
import { providers } from './providers.ts'
import { queues } from './queues.ts'
import { receipts } from './receipts.ts'
import { refusals } from './refusals.ts'
import { reports } from './reports.ts'
import { requestLog } from './request-log.ts'
import { retention } from './retention.ts'
import { routes } from './routes.ts'
import { sandbox } from './sandbox.ts'
import { scheduled } from './scheduled.ts'
import { segments } from './segments.ts'
import { send } from './send.ts'
import { senders } from './senders.ts'
import { serverMessages } from './server-messages.ts'
import { settings } from './settings.ts'
import { setup } from './setup.ts'
import { shared } from './shared.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'
import { smpp } from './smpp.ts'
import { status } from './status.ts'
import { system } from './system.ts'
import { team } from './team.ts'
import { templates } from './templates.ts'
import { users } from './users.ts'
import { webhooks } from './webhooks.ts'

export const catalog: Catalog = {
  accounts,
  airtime,
  apiSetup,
  approvals,
  audit,
  campaign,
  campaigns,
  carriers,
  chat,
  checkout,
  composer,
  contactFields,
  contacts,
  credit,
  developer,
  home,
  inbox,
  messages,
  numbers,
  numberFiles,
  numberHistory,
  consents,
  doNotDisturb,
  optOuts,
  overdueAirtime,
  overview,
  pages,
  palette,
  payments,
  person,
  phones,
  pins,
  prices,
  profile,
  providers,
  queues,
  receipts,
  refusals,
  requestLog,
  reports,
  retention,
  routes,
  sandbox,
  scheduled,
  segments,
  send,
  senders,
  serverMessages,
  settings,
  setup,
  shared,
  shell,
  shortcuts,
  signIn,
  smpp,
  status,
  system,
  team,
  templates,
  users,
  webhooks,
}
