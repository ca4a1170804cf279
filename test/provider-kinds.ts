/** The kinds of providers as the server describes them, by the names of their texts in the dashboard. */
import { description as airtime } from '../src/carriers/airtime/settings.ts'
import { description as chatHttp } from '../src/carriers/chat/http/settings.ts'
import { description as whatsapp } from '../src/carriers/chat/whatsapp/settings.ts'
import { describeFailover } from '../src/carriers/failover.ts'
import { description as http } from '../src/carriers/http/settings.ts'
import { httpDescription as paymentsHttp } from '../src/carriers/payment/http/settings.ts'
import { mpesaDescription as mpesa } from '../src/carriers/payment/mpesa/settings.ts'
import { description as smpp } from '../src/carriers/smpp/settings.ts'
import type { KindDescription } from '../src/values/kind-description.ts'

export const kinds: Readonly<Record<string, KindDescription>> = {
  smpp: describeFailover(smpp),
  http: describeFailover(http),
  'airtime http': airtime,
  'chat whatsapp': whatsapp,
  'chat http': chatHttp,
  'payments mpesa': mpesa,
  'payments http': paymentsHttp,
}
