import { consoleModule } from '../console/module.ts'
import type { Base } from '../module.ts'
import { accounts } from '../modules/accounts/module.ts'
import { airtime } from '../modules/airtime/module.ts'
import { balance } from '../modules/balance/module.ts'
import { campaigns } from '../modules/campaigns/module.ts'
import { chat } from '../modules/chat/module.ts'
import { checkout } from '../modules/checkout/module.ts'
import { consent } from '../modules/consent/module.ts'
import { contacts } from '../modules/contacts/module.ts'
import { events } from '../modules/events/module.ts'
import { history } from '../modules/history/module.ts'
import { inbound } from '../modules/inbound/module.ts'
import { inbox } from '../modules/inbox/module.ts'
import { kannel } from '../modules/kannel/module.ts'
import { links } from '../modules/links/module.ts'
import { otp } from '../modules/otp/module.ts'
import { privacy } from '../modules/privacy/module.ts'
import { providers } from '../modules/providers/module.ts'
import { reports } from '../modules/reports/module.ts'
import { requestLog } from '../modules/request-log/module.ts'
import { routing } from '../modules/routing/module.ts'
import { sandbox } from '../modules/sandbox/module.ts'
import { senders } from '../modules/senders/module.ts'
import { smpp } from '../modules/smpp/module.ts'
import { sms } from '../modules/sms/module.ts'
import { templates } from '../modules/templates/module.ts'
import { users } from '../modules/users/module.ts'
import { webhooks } from '../modules/webhooks/module.ts'
import { changes, database, engine, firstAccount, idempotency } from './engine.ts'
import { inOrder, openModules } from './order.ts'

/**
 * All modules, in the order in which they are opened. The data of a person is shown and erased in this order, and
 * closing is the reverse.
 */
const order = inOrder<Base>()
  .add(database)
  .add(changes)
  // Before everything that uses the clock, because it restores the moved clock of staging.
  .add(sandbox)
  .add(engine)
  .add(firstAccount)
  .add(contacts)
  .add(events)
  .add(balance)
  .add(providers)
  .add(routing)
  .add(accounts)
  .add(sms)
  .add(consent)
  .add(inbound)
  .add(smpp)
  .add(airtime)
  .add(checkout)
  .add(campaigns)
  .add(links)
  .add(chat)
  .add(otp)
  .add(inbox)
  .add(kannel)
  .add(webhooks)
  .add(idempotency)
  .add(requestLog)
  .add(users)
  .add(senders)
  .add(templates)
  .add(reports)
  .add(privacy)
  .add(history)
  .add(consoleModule)

export const { modules } = order

export const openAll = (base: Base) => openModules(order, base)
export type Opened = Awaited<ReturnType<typeof openAll>>
