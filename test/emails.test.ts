/** Every email that the program sends, in every language. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ComposedEmail, composeEmail } from '../src/catalogs/email.ts'
import { texts } from '../src/catalogs/index.ts'
import { toEmail } from '../src/modules/balance/remind.ts'
import { invitationEmail, resetEmail, testEmail } from '../src/modules/users/emails.ts'
import { disabledEmail } from '../src/modules/webhooks/notice.ts'
import { type Language, languages } from '../src/values/languages.ts'
import { getMoney } from '../src/values/money.ts'

const source = { mailFrom: 'Duka SMS <duka@sms.example>', dashboard: 'https://sms.example' }
const account = 'Asha & <b>Sons</b>'
const email = 'juma@example.com'
const link = '/reset-password#token=abc'
const invitedTo = { account, role: 'member', inviter: 'Neema <neema@example.com>' } as const
const low = {
  accountName: account,
  product: 'SMS',
  currency: 'TZS',
  available: getMoney('49'),
  creditLevel: getMoney('50'),
}
const endpoint = { id: 7, accountId: 1, event: 'chat', url: 'https://duka.example/hook?a=1&b=2' } as const

/** Each email, and the facts that it must have. */
const emails: Readonly<
  Record<string, readonly [write: (language: Language) => ComposedEmail, facts: readonly string[]]>
> = {
  reset: [(language) => resetEmail({ email, language, ...source }, link), [email, `${source.dashboard}${link}`]],
  offer: [
    (language) => resetEmail({ email, language, ...source }, link, 'offer'),
    [email, `${source.dashboard}${link}`],
  ],
  invitation: [
    (language) => invitationEmail({ email, language, ...source }, { ...invitedTo, inviter: null }, link),
    [email, account, `${source.dashboard}${link}`],
  ],
  'invitation by an owner': [
    (language) => invitationEmail({ email, language, ...source }, invitedTo, link),
    [email, account, invitedTo.inviter, `${source.dashboard}${link}`],
  ],
  'low credit': [
    (language) => toEmail({ ...low, language }, 1, source),
    [account, '49 TZS', '50 TZS', `${source.dashboard}/accounts/1/credit`],
  ],
  'endpoint gone': [
    (language) => disabledEmail(endpoint, 'gone', language, source),
    ['410', 'chat', endpoint.url, `${source.dashboard}/accounts/1/webhooks`],
  ],
  'endpoint failing': [
    (language) => disabledEmail(endpoint, 'failing', language, source),
    ['chat', endpoint.url, `${source.dashboard}/accounts/1/webhooks`],
  ],
  test: [
    (language) => testEmail({ email, language, ...source }),
    [source.mailFrom, `${source.dashboard}/operator/overview`],
  ],
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** The words of a page, as a reader sees them. */
const wordsOf = (html: string) =>
  html
    .replace(/<(style|title)>.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(\w+|#\d+);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\s+/g, ' ')

const toWords = (text: string) => text.replace(/[\s:]+/g, ' ').trim()

describe('emails', () => {
  for (const [name, [write, facts]] of Object.entries(emails))
    for (const language of languages)
      it(`have the same facts in text and HTML: ${name}, ${language}`, () => {
        const { subject, text, html } = write(language)
        const { greeting } = texts[language].t.emails
        assert.match(subject, /^\p{Lu}[^\n]+$/u)
        // The greeting is a line of its own, so the next sentence begins with a capital letter.
        assert.match(text, new RegExp(`^${greeting}\n\n\\p{Lu}`, 'u'))
        assert.ok(html.includes(`<html lang="${language}">`))
        for (const fact of [...facts, 'Duka SMS', source.dashboard]) {
          assert.ok(text.includes(fact), fact)
          assert.ok(wordsOf(html).includes(fact), fact)
        }
        // Each paragraph of the text is in the HTML; only the address follows its label there.
        for (const line of text.split('\n').filter((line) => /\p{L}/u.test(line)))
          assert.ok(toWords(wordsOf(html)).includes(toWords(line)), line)
        assert.doesNotMatch(html, /<b>|<script|<img|src=|url\(/)
        if (language !== 'en') assert.notEqual(text, write('en').text)
      })

  it('have no dashboard link, or only its path, when the address is unknown', () => {
    const unknown = { ...source, dashboard: null }
    const reset = resetEmail({ email, language: 'fr', ...unknown }, link)
    assert.match(reset.text, /Ajoutez ceci à l’adresse du tableau de bord :\n\n {2}\/reset-password#token=abc\n/)
    assert.match(reset.html, /<code>\/reset-password#token=abc<\/code>/)
    const reminder = toEmail({ ...low, language: 'en' }, 1, unknown)
    for (const part of [reset.html, reminder.html, reminder.text]) assert.doesNotMatch(part, /<a |https?:/)
  })

  it('are in English when the language is unknown, and from Ngoma when the sender has no name', () => {
    const { text, html } = composeEmail('xx', ({ t }) => ({ subject: '', text: t.emails.test.text }), {
      mailFrom: 'duka@sms.example',
      dashboard: null,
    })
    assert.equal(text, `Hello,\n\n${texts.en.t.emails.test.text}\n\n-- \nNgoma\n`)
    assert.match(html, /<html lang="en">/)
  })
})
