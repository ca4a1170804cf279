import type { ProblemCode } from '../../../../src/values/problems.ts'
import { airtime } from './airtime.ts'
import { apiSetup } from './api-setup.ts'
import { campaign } from './campaign.ts'
import { campaigns } from './campaigns.ts'
import { chat } from './chat.ts'
import { checkout } from './checkout.ts'
import { composer } from './composer.ts'
import { consents, numberFiles } from './consents.ts'
import { contactFields } from './contact-fields.ts'
import { contacts } from './contacts.ts'
import { credit } from './credit.ts'
import { developer } from './developer.ts'
import { home } from './home.ts'
import { inbox } from './inbox.ts'
import { messages, scheduled } from './messages.ts'

import { numberHistory } from './number-history.ts'
import { optOuts } from './opt-outs.ts'
import { pages } from './pages.ts'
import { palette, shortcuts } from './palette.ts'
import { person } from './person.ts'
import { phones } from './phones.ts'
import { pins } from './pins.ts'
import { profile } from './profile.ts'
import { reports } from './reports.ts'
import { requestLog } from './request-log.ts'
import { retention } from './retention.ts'

import { segments } from './segments.ts'
import { send } from './send.ts'
import { senders } from './senders.ts'
import { settings } from './settings.ts'
import { setup } from './setup.ts'
import { shared } from './shared.ts'
import { shell } from './shell.ts'
import { signIn } from './sign-in.ts'
import { smpp } from './smpp.ts'
import { status } from './status.ts'
import { team } from './team.ts'
import { templates } from './templates.ts'
import { webhooks } from './webhooks.ts'

/**
 * Every text of the dashboard, by page. Values are ICU messages. Apostrophes are typographic (’), because a straight one
 * quotes braces in ICU.
 */
export const catalog = {
  airtime,
  apiSetup,
  campaign,
  campaigns,
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
  numberFiles,
  numberHistory,
  consents,
  optOuts,
  pages,
  palette,
  person,
  phones,
  pins,
  profile,
  requestLog,
  reports,
  retention,
  scheduled,
  segments,
  send,
  senders,
  /** Empty, because the server’s own sentences are English. */
  problems: {} as Readonly<Partial<Record<ProblemCode, string>>>,
  settings,
  setup,
  shared,
  shell,
  shortcuts,
  signIn,
  smpp,
  status,
  team,
  templates,
  webhooks,
} as const
