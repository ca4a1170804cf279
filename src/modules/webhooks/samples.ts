import type { EventKind } from './rules.ts'

/** What a test of an endpoint delivers: the shape of the real thing, about nobody. */
export function sampleBody(event: EventKind, flatArgs: boolean, now: Date): unknown {
  const timestamp = now.toISOString()
  switch (event) {
    case 'airtime': {
      const args = { timestamp, transaction_id: '0', amount: '500.00', dest_addr: '255700000001', reference_id: 'test' }
      return { code: 100, message: 'Disbursement successful', args, ...(flatArgs ? args : {}) }
    }
    case 'checkout':
      return {
        amount: '500.00',
        referenceNumber: 'test',
        status: 'success',
        timestamp,
        transactionID: 'test',
        msisdn: '255700000001',
      }
    case 'delivery-report':
      return { request_id: '0', recipient_id: 1, dest_addr: '255700000001', status: 'DELIVERED', Status: 'DELIVERED' }
    case 'inbound-sms':
      return {
        from: '255700000001',
        to: 'INFO',
        channel: 'sms',
        timeUTC: timestamp,
        transaction_id: '0',
        message: { text: 'Hello' },
      }
    case 'chat':
      return {
        from: '255700000001',
        to: 'INFO',
        channel: 'chat',
        timeUTC: timestamp,
        transaction_id: '0',
        message: { text: 'Hello' },
      }
  }
}
