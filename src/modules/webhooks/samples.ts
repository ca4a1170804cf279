import type { CallbackBody, EventKind } from '../../contract/callbacks.ts'
import {
  airtimeBody,
  chatBody,
  chatStatusBody,
  checkoutBody,
  deliveryReportBody,
  disbursed,
  inboundSmsBody,
  withFlatArgs,
  withStringIds,
} from './bodies.ts'

const phone = '255700000001'

const incoming = { from: phone, to: 'INFO', transactionId: '0', text: 'Hello' }

const samples = {
  airtime: (at) => airtimeBody({ ...disbursed, id: 0, at, phone, amountText: '500.00', referenceId: 'test' }),
  checkout: (at) =>
    checkoutBody({ amountText: '500.00', referenceNumber: 'test', isPaid: true, at, transactionId: 'test', phone }),
  'delivery-report': () =>
    deliveryReportBody({ requestId: 0, recipientId: '1', phone, status: 'DELIVERED', reason: null, reasonText: null }),
  'inbound-sms': (at) => inboundSmsBody({ ...incoming, at }),
  chat: (at) => chatBody({ ...incoming, channel: 'chat', at }),
  'chat-status': (at) =>
    chatStatusBody({
      id: 0,
      from: 'INFO',
      to: phone,
      channel: 'chat',
      transactionId: 'test',
      status: 'delivered',
      at,
      reason: null,
    }),
} as const satisfies { readonly [Event in EventKind]: (at: Date) => CallbackBody<Event> }

/** The options of an endpoint that change bodies, each of one event. */
export interface BodyOptions {
  readonly flatArgs: boolean
  readonly stringIds: boolean
}

/** The body of a test delivery, also used as the example in the documentation. */
export function sampleBody(event: EventKind, at: Date, options: Partial<BodyOptions> = {}): CallbackBody<EventKind> {
  if (event === 'airtime' && options.flatArgs) return withFlatArgs(samples.airtime(at))
  if (event === 'delivery-report' && options.stringIds) return withStringIds(samples['delivery-report']())
  return samples[event](at)
}
