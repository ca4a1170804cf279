import { TransferBody, TransferReply, TransferStatus, TransferStatusBody } from '../../contract/public/airtime.ts'
import { IdempotencyHeader } from '../../contract/public/shapes.ts'
import type { Described } from '../../engine/http/index.ts'
import {
  insufficientBalance,
  invalidAmount,
  invalidDestination,
  invalidProduct,
  invalidReference,
  missingAmount,
  missingDestination,
  missingTransactionId,
  noRoute,
  referenceUsed,
  transactionMissing,
} from './errors.ts'

const transfer = { dest_addr: '255712345678', amount: '500', reference_id: 'order-4711' }
const accepted = { code: 200, transaction_id: '1000000', message: 'Disbursement is in progress' }
const args = {
  timestamp: '2030-01-31T08:00:00.000Z',
  transaction_id: '1000000',
  amount: '500',
  dest_addr: '255712345678',
  reference_id: 'order-4711',
}

export const transferSchema = {
  operationId: 'sendAirtime',
  summary: 'Send airtime',
  description:
    'Answered at once; what became of it comes with the airtime callback, and can be asked for. The same `reference_id` with the same number and amount gets the same transaction again, with others 409 and code 105. Codes: 111 no number, 102 a bad one, 112 no amount, 113 a bad one, 105 no `reference_id` or a bad `product_id`, 106 no provider, 103 not enough credit, 104 no JSON object.',
  headers: IdempotencyHeader,
  body: TransferBody,
  response: { 200: { ...TransferReply, description: 'It was accepted, and its credit is held.' } },
  examples: {
    body: {
      'a transfer': transfer,
      'of a certain product': { ...transfer, amount: '10.50', reference_id: 'order-4712', product_id: 1 },
    },
    answer: { accepted },
  },
  refused: [
    missingDestination(),
    invalidDestination(),
    missingAmount(),
    invalidAmount(),
    invalidReference(),
    invalidProduct(),
    referenceUsed(),
    noRoute(),
    insufficientBalance('500.0000', '0.0000'),
  ],
} satisfies Described

export const statusSchema = {
  operationId: 'getAirtimeStatus',
  summary: 'What became of an airtime transfer',
  description:
    'What the callback says: code 100 successful, 101 failed, and 200 while it is in progress; the timestamp is when it ended, or was accepted.',
  body: TransferStatusBody,
  response: { 200: { ...TransferStatus, description: 'The transfer.' } },
  examples: {
    body: { 'a transaction': { transaction_id: '1000000' } },
    answer: {
      'in progress': { code: 200, message: 'Disbursement is in progress', args },
      successful: { code: 100, message: 'Disbursement successful', args },
      failed: { code: 101, message: 'Disbursement failed: refused by the network', args },
    },
  },
  refused: [missingTransactionId(), transactionMissing()],
} satisfies Described
