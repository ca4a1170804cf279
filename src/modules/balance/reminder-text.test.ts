import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fitText } from '../../values/gsm.ts'
import { getMoney } from '../../values/money.ts'
import { type Reminder, toLetter, toMessage } from './reminder-text.ts'

const reminder: Reminder = {
  accountName: 'Duka la Asha',
  product: 'SMS',
  currency: 'TZS',
  available: getMoney('49.5'),
  creditLevel: getMoney('50'),
}

describe('low credit reminder', () => {
  it('names the account, the product, the amount left and the level in a message', () => {
    assert.equal(
      toMessage(reminder),
      'Duka la Asha: SMS credit is low. 49.5000 TZS left, below your level of 50.0000 TZS.',
    )
  })

  it('names them in an email', () => {
    const { subject, text } = toLetter(reminder)
    assert.equal(subject, 'SMS credit of Duka la Asha is low')
    assert.match(text, /the account Duka la Asha fell below/)
    assert.match(text, /^Left: {2}49\.5000 TZS$/m)
    assert.match(text, /^Level: 50\.0000 TZS$/m)
  })

  it('fits into one segment, however long the name and the amounts are', () => {
    const most = {
      product: 'CONVERSATIONS',
      available: getMoney('-99999999999999.9999'),
      creditLevel: getMoney('99999999999999.9999'),
    }
    const message = toMessage({ ...reminder, ...most, accountName: 'n'.repeat(200) })
    assert.match(message, /^n{27}\.\.\.: /)
    assert.deepEqual(fitText(message, 'gsm'), { encoding: 'gsm', segments: 1 })
  })

  it('removes line breaks from the name', () => {
    assert.match(toMessage({ ...reminder, accountName: ' Duka\r\nla\u0000Asha ' }), /^Duka la Asha: /)
    assert.equal(toLetter({ ...reminder, accountName: 'Duka\nla Asha' }).subject, 'SMS credit of Duka la Asha is low')
  })
})
