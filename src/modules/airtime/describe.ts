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
    'Answers immediately. The result is sent with the airtime callback, and can be queried. The same `reference_id` with the same number and amount returns the same transaction; with others it is refused with 409 and code 105. Codes: 111 missing number, 102 invalid number, 112 missing amount, 113 invalid amount, 105 missing `reference_id` or invalid `product_id`, 106 no provider, 103 insufficient credit, 104 not a JSON object.',
  headers: IdempotencyHeader,
  body: TransferBody,
  response: { 200: { ...TransferReply, description: 'The transfer is accepted, and its credit is held.' } },
  examples: {
    body: {
      'a transfer': transfer,
      'with a product': { ...transfer, amount: '10.50', reference_id: 'order-4712', product_id: 1 },
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
  summary: 'Check an airtime transfer',
  description:
    'Returns the same fields as the callback: code 100 for success, 101 for failure, 200 while in progress. The timestamp is the end of the transfer, or its acceptance while it is in progress.',
  body: TransferStatusBody,
  response: { 200: { ...TransferStatus, description: 'The status of the transfer.' } },
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
