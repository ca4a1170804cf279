import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fitText } from '../../values/gsm.ts'
import { languages } from '../../values/languages.ts'
import { getMoney } from '../../values/money.ts'
import { type Reminder, toEmail, toMessage } from './remind.ts'

const reminder: Reminder = {
  accountName: 'Duka la Asha',
  language: 'en',
  product: 'SMS',
  currency: 'TZS',
  available: getMoney('49.5'),
  creditLevel: getMoney('50'),
}

const source = { mailFrom: 'Ngoma <ngoma@localhost>', dashboard: 'https://sms.example' }
const emailOf = (reminder: Reminder) => toEmail(reminder, 1, source)

describe('low credit reminder', () => {
  it('names the account, the product, the amount left and the level in a message', () => {
    assert.equal(toMessage(reminder), 'Duka la Asha: SMS credit is low. 49.50 TZS left, reminder level 50 TZS.')
  })

  it('names them in an email', () => {
    const { subject, text } = emailOf(reminder)
    assert.equal(subject, 'Low SMS credit: Duka la Asha')
    assert.match(text, /the account Duka la Asha is below its reminder level/)
    assert.match(text, /^Available: 49\.50 TZS$/m)
    assert.match(text, /^Reminder level: 50 TZS$/m)
  })

  it('uses the language of the account', () => {
    assert.equal(
      toMessage({ ...reminder, language: 'fr' }),
      'Duka la Asha: crédit SMS faible. Reste 49,50 TZS, seuil 50 TZS.',
    )
    assert.equal(emailOf({ ...reminder, language: 'sw' }).subject, 'Salio la SMS ni dogo: Duka la Asha')
  })

  for (const language of languages)
    it(`fits into one segment in ${language}, however long the name and the amounts are`, () => {
      const most = {
        language,
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
    assert.equal(emailOf({ ...reminder, accountName: 'Duka\nla Asha' }).subject, 'Low SMS credit: Duka la Asha')
  })
})
