import assert from 'node:assert/strict'
import { it } from 'node:test'
import { hintToSentence } from './hint.ts'

it('turns a hint into a sentence and keeps the case of a field at its start', () => {
  const sentences: readonly [hint: string, message: string, sentence: string][] = [
    ['sender MARKET is pending', 'Invalid Sender ID', 'Sender MARKET is pending.'],
    [
      'dest_addr is a number such as 255712345678',
      'Destination Address Missing',
      'dest_addr is a number such as 255712345678.',
    ],
    ['appId is a number', 'Application ID Missing', 'appId is a number.'],
    ['to has a + too many', 'Invalid Parameter: to', 'to has a + too many.'],
    ['msisdn is in international format', 'Invalid phone number', 'msisdn is in international format.'],
    ['it is gone', 'Not Found', 'It is gone.'],
    [
      'service-secure-token is too long',
      'Invalid Parameter: service-secure-token',
      'service-secure-token is too long.',
    ],
    ['Check the number.', 'Not Found', 'Check the number.'],
    ['', 'Not Found', '.'],
  ]
  for (const [hint, message, sentence] of sentences) assert.equal(hintToSentence(hint, message), sentence)
})
