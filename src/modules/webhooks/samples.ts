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
} from './bodies.ts'

const phone = '255700000001'

const incoming = { from: phone, to: 'INFO', transactionId: '0', text: 'Hello' }

const samples: { readonly [Event in EventKind]: (at: Date) => CallbackBody<Event> } = {
  airtime: (at) => airtimeBody({ ...disbursed, id: 0, at, phone, amountText: '500.00', referenceId: 'test' }),
  checkout: (at) =>
    checkoutBody({ amountText: '500.00', referenceNumber: 'test', isPaid: true, at, transactionId: 'test', phone }),
  'delivery-report': () =>
    deliveryReportBody({ requestId: 0, recipientId: '1', phone, status: 'DELIVERED', reason: null, reasonText: null }),
  'inbound-sms': (at) => inboundSmsBody({ ...incoming, at }),
  chat: (at) => chatBody({ ...incoming, channel: 'chat', at }),
  'chat-status': (at) =>
    chatStatusBody({
      from: 'INFO',
      to: phone,
      channel: 'chat',
      transactionId: 'test',
      status: 'delivered',
      at,
      reason: null,
    }),
}

/** The body of a test delivery, also used as the example in the documentation. */
export const sampleBody = (event: EventKind, flatArgs: boolean, at: Date): CallbackBody<EventKind> =>
  event === 'airtime' && flatArgs ? withFlatArgs(samples.airtime(at)) : samples[event](at)
