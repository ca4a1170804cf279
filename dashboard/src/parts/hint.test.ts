import assert from 'node:assert/strict'
import { it } from 'node:test'
import { hintToSentence } from './hint.ts'

it('turns a hint into a sentence and keeps the case of a field at its start', () => {
  const sentences: readonly [hint: string, fields: readonly string[], sentence: string][] = [
    ['sender MARKET is pending', [], 'Sender MARKET is pending.'],
    ['dest_addr is a number such as 255712345678', [], 'dest_addr is a number such as 255712345678.'],
    ['appId is a number', [], 'appId is a number.'],
    ['to has a + too many', ['to'], 'to has a + too many.'],
    ['msisdn is in international format', [], 'msisdn is in international format.'],
    ['sender ID "INFO" is active', [], 'Sender ID "INFO" is active.'],
    ['it is gone', [], 'It is gone.'],
    ['service-secure-token is too long', ['service-secure-token'], 'service-secure-token is too long.'],
    ['Check the number.', [], 'Check the number.'],
    ['', [], '.'],
  ]
  for (const [hint, fields, sentence] of sentences) assert.equal(hintToSentence(hint, fields), sentence)
})
