import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { openSmtp } from '../../test/smtp.ts'
import { type Mail, MailError, openMail, parseSmtpUrl } from './mail.ts'

const letter = {
  to: ['asha@example.com', 'juma@example.com'],
  subject: 'Grüße\r\nBcc: x@example.com',
  text: 'One\n.\nTwo',
  html: '<p>One</p>\n.\n<p>Two</p>',
}
const from = 'Ngoma <ngoma@localhost>'

async function open(test: TestContext, login: Parameters<typeof openSmtp>[0] = null) {
  const smtp = await openSmtp(login)
  test.after(() => smtp.close())
  return smtp
}

/** Checks the error, which must not contain the recipients. */
async function failure(mail: Mail | null): Promise<{ readonly message: string; readonly permanent: boolean }> {
  const error = await mail?.send(letter).catch((thrown: unknown) => thrown)
  assert.ok(error instanceof MailError)
  assert.doesNotMatch(
    JSON.stringify([error.message, error.stack, error.cause, Object.entries(error)]),
    /asha|juma|hunter2/,
  )
  return { message: error.message, permanent: error.permanent }
}

describe('openMail', () => {
  it('returns null without a server', () => assert.equal(openMail({ url: null, from }), null))

  it('sends one email to all recipients with a single-line subject', async (test) => {
    const smtp = await open(test)
    await openMail({ url: smtp.url, from })?.send(letter)
    assert.equal(smtp.mails.length, 1)
    const [mail] = smtp.mails
    assert.deepEqual([mail?.from, mail?.to], ['ngoma@localhost', letter.to])
    assert.match(mail?.source ?? '', /^From: Ngoma <ngoma@localhost>$/m)
    assert.match(mail?.source ?? '', /^Auto-Submitted: auto-generated$/m)
    assert.match(mail?.source ?? '', /^One\n\.\nTwo$/m)
    assert.equal(mail?.html, '<p>One</p>\n.\n<p>Two</p>')
    assert.match(mail?.source ?? '', /^Content-Type: multipart\/alternative;/m)
    assert.doesNotMatch(mail?.source ?? '', /^Bcc:/m)
  })

  it('signs in with the credentials of the URL', async (test) => {
    const smtp = await open(test, { user: 'ngoma@example.com', password: 'hunter2/:@' })
    await openMail({ url: smtp.url, from })?.send(letter)
    assert.equal(smtp.mails[0]?.user, 'ngoma@example.com')
    const wrong = await failure(openMail({ url: smtp.url.replace('hunter2', 'hunter3'), from }))
    assert.deepEqual(wrong, { message: 'the mail server answered 535 to AUTH PLAIN', permanent: false })
  })

  it('does not send unencrypted with requireTLS', async (test) => {
    const smtp = await open(test)
    assert.equal((await failure(openMail({ url: `${smtp.url}?requireTLS=true`, from }))).permanent, false)
    assert.equal((await failure(openMail({ url: smtp.url.replace('smtp:', 'smtps:'), from }))).permanent, false)
    assert.deepEqual(smtp.mails, [])
  })

  for (const [step, said, permanent] of [
    ['greeting', '554 not you', false],
    ['MAIL', '550 not from there', false],
    ['RCPT', '451 <asha@example.com> later', false],
    ['RCPT', '550 <asha@example.com> is nobody', true],
    ['DATA', '452 full', false],
    ['text', '554 <asha@example.com> does not want this', true],
    ['text', '451 later', false],
  ] as const) {
    it(`reports a ${permanent ? 'permanent' : 'temporary'} error when the server responds ${said} (${step})`, async (test) => {
      const smtp = await open(test)
      smtp.answerWith({ [step]: said })
      const failed = await failure(openMail({ url: smtp.url, from }))
      assert.equal(failed.permanent, permanent)
      assert.match(failed.message, new RegExp(said.slice(0, 3)))
      smtp.answerWith({})
      await openMail({ url: smtp.url, from })?.send(letter)
      assert.equal(smtp.mails.length, 1)
    })
  }

  for (const step of ['greeting', 'MAIL', 'text'] as const) {
    it(`times out when the server stops responding (${step})`, async (test) => {
      const smtp = await open(test)
      smtp.answerWith({ [step]: '' })
      assert.deepEqual(await failure(openMail({ url: smtp.url, from, timeoutMs: 100 })), {
        message: 'the mail server is not available (ETIMEDOUT)',
        permanent: false,
      })
    })
  }

  it('checks the server without sending', async (test) => {
    const smtp = await open(test, { user: 'ngoma', password: 'hunter2' })
    await openMail({ url: smtp.url, from })?.check()
    await assert.rejects(
      openMail({ url: smtp.url.replace('hunter2', 'hunter3'), from })?.check() ?? Promise.resolve(),
      MailError,
    )
    assert.deepEqual([smtp.mails, smtp.connections()], [[], 2])
  })

  it('reports a temporary error when the server is unreachable', async () => {
    const server = createServer()
    const { promise, resolve } = Promise.withResolvers<number>()
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
    const port = await promise
    await new Promise((closed) => server.close(closed))
    assert.equal((await failure(openMail({ url: `smtp://127.0.0.1:${port}`, from }))).permanent, false)
  })
})

describe('parseSmtpUrl', () => {
  const plain = {
    host: 'mail.example',
    port: undefined,
    secure: false,
    requireTLS: false,
    ignoreTLS: false,
    auth: undefined,
  }
  for (const [url, server] of [
    ['smtp://mail.example', plain],
    ['smtps://mail.example:465/', { ...plain, port: 465, secure: true }],
    ['smtp://a%40b.c:p%2F%3A@mail.example:587', { ...plain, port: 587, auth: { user: 'a@b.c', pass: 'p/:' } }],
    ['smtp://[::1]:25?ignoreTLS=true', { ...plain, host: '::1', port: 25, ignoreTLS: true }],
    ['smtp://mail.example?requireTLS=true', { ...plain, requireTLS: true }],
    ['smtp://mail.example?logger=true', null],
    ['smtp://mail.example?requireTLS=1', null],
    ['smtp://mail.example/inbox', null],
    ['smtp://:25', null],
    ['smtp://a%:b@mail.example', null],
    ['http://mail.example', null],
    ['mail.example:25', null],
  ] as const) {
    it(`${server === null ? 'rejects' : 'accepts'} ${url}`, () => assert.deepEqual(parseSmtpUrl(url), server))
  }
})
