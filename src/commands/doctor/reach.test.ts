import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { openSmtp } from '../../../test/smtp.ts'
import { examine } from './examine.ts'

it('doctor connects to the configured mail server and reports a failed sign-in', async (test) => {
  const smtp = await openSmtp({ user: 'ngoma', password: 'hunter2' })
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-doctor-'))
  test.after(async () => {
    rmSync(directory, { recursive: true, force: true })
    await smtp.close()
  })
  const find = async (env: Readonly<Record<string, string>>) =>
    (await examine({ PORT: '0', NGOMA_DATA: directory, ...env }))
      .filter(({ check }) => check === 'mail')
      .map(({ state, message }) => `${state}: ${message}`)
  assert.deepEqual(await find({}), [])
  const publicUrl = { NGOMA_PUBLIC_URL: 'https://n.example' }
  const connected = 'ok: connected to the mail server'
  assert.deepEqual(await find({ NGOMA_SMTP_URL: smtp.url, ...publicUrl }), [connected])
  assert.deepEqual(await find({ NGOMA_SMTP_URL: smtp.url.replace('hunter2', 'hunter3'), ...publicUrl }), [
    'problem: the mail server answered 535 to AUTH PLAIN',
  ])
  assert.deepEqual(await find({ NGOMA_SMTP_URL: smtp.url, NGOMA_STAGING: 'false' }), [
    connected,
    'problem: the links in emails have no address: users cannot open invitations and password resets',
  ])
  const settings: Record<string, string>[] = [
    { NGOMA_STAGING: 'true' },
    { NGOMA_HOST_CONSOLE: 'n.example', NGOMA_STAGING: 'false' },
  ]
  for (const known of settings) assert.deepEqual(await find({ NGOMA_SMTP_URL: smtp.url, ...known }), [connected])
  assert.deepEqual(smtp.mails, [])
})
