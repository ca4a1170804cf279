import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { addOverdue } from '../airtime.ts'
import { browserMissing } from '../browser.ts'
import { addPayment } from '../checkout.ts'
import { adminPassword, ageSessions, command } from '../console/people.ts'
import { checkPage, type Dashboard, openDashboard, openInPage, type Visit } from '../dashboard.ts'
import { until } from '../until.ts'

/** A file with a dialog, the page that opens it, and the buttons and menu items to click. */
type Opening = readonly [file: string, page: string, ...clicks: readonly string[]]

const openings: readonly Opening[] = [
  ['pages/airtime/send-airtime.tsx', 'accounts/1/airtime', 'Send airtime'],
  ['pages/api-setup/credentials.tsx', 'accounts/1/api', 'Actions for first key, no. 1', 'Change scopes'],
  ['pages/api-setup/create-credential.tsx', 'accounts/1/api', 'Create key'],
  ['pages/consents/consents.tsx', 'accounts/1/consents', 'Add consent'],
  ['pages/contacts/book-dialog.tsx', 'accounts/1/books', 'Add address book'],
  ['pages/contacts/contact-dialog.tsx', 'accounts/1/contacts', 'Add contact'],
  ['pages/contacts/contact-fields.tsx', 'accounts/1/contact-fields', 'Add field'],
  ['pages/credit/reminder-dialog.tsx', 'accounts/1/credit', 'Set reminder for PINs'],
  ['pages/credit/transfer-dialog.tsx', 'accounts/1/credit', 'Sub-accounts', 'Transfer credit: Duka la Juma'],
  ['pages/pins/app-dialog.tsx', 'accounts/1/pins', 'Create application'],
  ['pages/profile/ask-password.tsx', 'profile', 'Set up'],
  ['pages/profile/passkeys.tsx', 'profile', 'Add passkey'],
  ['pages/scheduled/scheduled.tsx', 'accounts/1/scheduled', 'Reschedule request 1000000'],
  ['pages/senders/senders.tsx', 'accounts/1/senders', 'Request a sender name'],
  ['pages/smpp/credential-dialog.tsx', 'accounts/1/smpp', 'Create credential'],
  ['pages/smpp/credential-dialog.tsx', 'accounts/1/smpp', 'Actions for', 'Edit limits'],
  ['pages/team/dialogs.tsx', 'accounts/1/team', 'Change role of owner@ngoma.local'],
  ['pages/team/dialogs.tsx', 'accounts/1/team', 'Invite member'],
  ['pages/templates/templates.tsx', 'accounts/1/templates', 'Create template'],
  ['pages/webhooks/endpoint-dialogs.tsx', 'accounts/1/webhooks', 'Add endpoint'],
  ['pages/webhooks/endpoint-dialogs.tsx', 'accounts/1/webhooks/1', 'Edit'],
  ['pages/webhooks/endpoint-dialogs.tsx', 'accounts/1/webhooks/1', 'Replay events'],
  ['parts/import-numbers.tsx', 'accounts/1/opt-outs', 'Import CSV'],
  ['pages/opt-outs/opt-outs.tsx', 'accounts/1/opt-outs', 'Add number'],
  ['parts/credential-list.tsx', 'accounts/1/smpp', 'Actions for', 'Replace password'],
  ['parts/start-conversation.tsx', 'accounts/1/inbox', 'New conversation'],
  ['pages/operator/accounts.tsx', 'operator/accounts', 'Create account'],
  ['pages/operator/credit-dialogs.tsx', 'operator/accounts/1', 'Add credit for PINs'],
  ['pages/operator/credit-dialogs.tsx', 'operator/accounts/1', 'Set overdraft limit for PINs'],
  ['pages/operator/airtime.tsx', 'operator/airtime', 'Close transfer'],
  ['pages/operator/payments.tsx', 'operator/payments', 'End payment'],
  ['pages/operator/payments.tsx', 'operator/payments', 'as refunded'],
  ['pages/operator/approvals.tsx', 'operator/approvals', 'Reject DUKA'],
  ['pages/operator/route/edit.tsx', 'operator/routes', 'Add route'],
  ['pages/operator/prices/set-price.tsx', 'operator/prices', 'Set price'],
  ['parts/import-numbers.tsx', 'operator/prices', 'Import prices'],
  ['pages/operator/number/dialogs.tsx', 'operator/numbers', 'Add number'],
  ['pages/operator/number/dialogs.tsx', 'operator/numbers', 'Add keyword to 15001'],
  ['pages/operator/do-not-disturb.tsx', 'operator/do-not-disturb', 'Add number'],
]

/** Confirmations. */
const withoutFields = ['parts/confirm-dialog.tsx', 'parts/edit-form.tsx']

/** Opened by a change that needs a recent confirmation. */
const proof = 'shell/prove.tsx'

const isFocusInDialog = 'document.activeElement.closest("[role=dialog]") !== null'

/** The position of the focused element among the fields of its dialog, and their number. Runs in the browser. */
const readFocus = `(() => {
  const dialog = document.activeElement.closest('[role=dialog]')
  const isShown = (one) => one.getClientRects().length > 0 && !one.matches(':disabled')
  const fields = [...dialog.querySelectorAll('input, textarea, button.mantine-Input-input')].filter(isShown)
  return { focused: fields.indexOf(document.activeElement), fields: fields.length }
})()`

describe('dialogs of the dashboard', { skip: browserMissing }, () => {
  let dashboard: Dashboard
  let visit: Visit
  before(async () => {
    dashboard = await openDashboard()
    const { world } = dashboard
    const made = async (path: string, body: unknown, method: 'POST' | 'PUT' = 'POST') => {
      const { status } = await command(world, method, path, body)
      assert.ok(status < 300, `${path}: ${status}`)
    }
    await made('/accounts', { name: 'Duka la Juma', country: 'TZ', parentId: 1 })
    await made('/accounts/1/senders', { sender: 'DUKA', sampleContent: 'Karibu' })
    await made('/accounts/1/webhooks', { event: 'delivery-report', url: `${dashboard.address}/hook` })
    await made('/accounts/1/smpp/credentials', { systemId: 'gateway' })
    await made('/accounts/1/messages', {
      from: 'INFO',
      text: 'Karibu',
      to: ['255712345678'],
      notBefore: '2040-01-31T08:00:00Z',
    })
    await made('/inbound/numbers/15001', { accountId: null }, 'PUT')
    const settings = { services: ['whatsapp'], businesses: ['255700000001'], hasSessions: true }
    const send = { url: 'http://127.0.0.1:9/' }
    await made(
      '/providers/shop',
      { product: 'chat', kind: 'http', settings: { ...settings, send }, accountId: 1 },
      'PUT',
    )
    await addOverdue(world, 1)
    await addPayment(world, 1, null)
    await addPayment(world, 1, 'due')
    visit = await dashboard.visit('/accounts/1/home')
    // Passkeys need a host name.
    const { page, context } = visit
    await context.addCookies((await context.cookies()).map((cookie) => ({ ...cookie, domain: 'localhost' })))
    await page.goto(`${dashboard.address.replace('127.0.0.1', 'localhost')}/accounts/1/home`)
  })
  after(async () => {
    await visit?.leave()
    await dashboard?.close()
  })

  async function assertFocus(): Promise<void> {
    const { page } = visit
    await until('the dialog has the focus', () => page.evaluate<boolean>(isFocusInDialog))
    const { focused, fields } = await page.evaluate<{ focused: number; fields: number }>(readFocus)
    assert.ok(fields > 0, 'the dialog has fields')
    assert.equal(focused, 0, 'the first field has the focus')
  }

  for (const [file, path, ...clicks] of openings)
    it(`focuses the first field of ${file} after ${clicks.at(-1)}, and axe finds nothing serious`, async () => {
      const { page } = visit
      await openInPage(page, `/${path}`)
      for (const name of clicks)
        await page
          .getByRole('button', { name })
          .or(page.getByRole('menuitem', { name }))
          .or(page.getByRole('tab', { name }))
          .first()
          .click()
      const dialog = page.getByRole('dialog')
      await dialog.waitFor()
      await assertFocus()
      await checkPage(page)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
    })

  it('adds credit with the keyboard alone', async () => {
    const { page } = visit
    await openInPage(page, '/operator/accounts/1')
    await page.getByRole('button', { name: 'Add credit for PINs' }).press('Enter')
    await page.getByRole('dialog').waitFor()
    await assertFocus()
    await page.keyboard.type('50000')
    await page.keyboard.press('Enter')
    await page.getByText('Credit changed').waitFor()
  })

  it(`focuses the password of ${proof}`, async () => {
    const { page } = visit
    await openInPage(page, '/accounts/1/api')
    await page.getByRole('button', { name: 'Create key' }).click()
    await assertFocus()
    await ageSessions(dashboard.world)
    await page.keyboard.type('A new key')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Confirm your identity' }).waitFor()
    await until('a password is asked for', () => page.evaluate<boolean>('document.activeElement.type === "password"'))
    await assertFocus()
    await page.keyboard.type(adminPassword)
    await page.keyboard.press('Enter')
    await page.getByText('Shown only once').waitFor()
  })

  it('keeps the open dialog in the address, and typed text over a reload', async () => {
    const { page } = visit
    const dialog = page.getByRole('dialog')
    const title = dialog.getByLabel(/^Title/)
    await openInPage(page, '/accounts/1/templates')
    await page.getByRole('button', { name: 'Create template' }).click()
    await title.fill('Sikukuu')
    assert.match(page.url(), /templates\?dialog=add$/)
    await page.reload()
    await until('the typed text is back', async () => (await title.inputValue()) === 'Sikukuu')
    await page.goBack()
    await dialog.waitFor({ state: 'detached' })
    assert.match(page.url(), /templates$/)
    await page.goForward()
    assert.equal(await title.inputValue(), '')
    await title.fill('Sikukuu')
    await dialog.getByLabel(/^Text/).fill('Karibu')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    assert.doesNotMatch(await page.evaluate<string>('JSON.stringify({ ...sessionStorage })'), /Sikukuu/)
  })

  it('opens the form of a row by a link, and closes a confirmation with Back', async () => {
    const { page } = visit
    const { body } = await command(dashboard.world, 'GET', '/accounts/1/templates')
    const [{ id, title }] = body.data
    await openInPage(page, `/accounts/1/templates?dialog=edit.${id}`)
    const form = page.getByRole('dialog', { name: 'Edit template' })
    await until('the title is filled in', async () => (await form.getByLabel(/^Title/).inputValue()) === title)
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: `Actions for ${title}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const confirmation = page.getByRole('dialog', { name: /^Delete the template/ })
    await confirmation.waitFor()
    await page.goBack()
    await confirmation.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: title, exact: true }).waitFor()
    // Without its question, an address opens no confirmation.
    await openInPage(page, '/accounts/1/templates?confirm=yes')
    await until('the address is clean', () => !page.url().includes('confirm'))
    assert.equal(await page.getByRole('dialog').count(), 0)
  })

  it('opens every dialog that has fields', () => {
    const source = fileURLToPath(new URL('../../dashboard/src/', import.meta.url))
    const files = globSync('**/*.tsx', { cwd: source }).map(
      (file) => [file, readFileSync(source + file, 'utf8')] as const,
    )
    const dialogs = files.flatMap(([file, text]) => [...text.matchAll(/<(FormDialog|EditDialog)\s/g)].map(() => file))
    const opened = [...openings.map(([file]) => file), ...withoutFields, proof]
    const countIn = (list: readonly string[], file: string) => list.filter((one) => one === file).length
    assert.deepEqual([...new Set(dialogs)].toSorted(), [...new Set(opened)].toSorted())
    // One dialog may add and edit.
    assert.deepEqual(
      dialogs.filter((file) => countIn(dialogs, file) > countIn(opened, file)),
      [],
    )
    const field = /<(\w*Input|Textarea|Select|Autocomplete|Radio|Checkbox|Switch)\b/
    for (const [file, text] of files) {
      const blocks = [...text.matchAll(/<(FormDialog|EditDialog)\s.*?<\/\1>/gs)].map(([block]) => block)
      const isOpened = openings.some(([one]) => one === file) || file === proof
      if (!isOpened)
        assert.deepEqual(
          blocks.filter((block) => field.test(block)),
          [],
          file,
        )
      // A dialog without the shared form marks its field itself.
      if (/<Modal\b/.test(text) && /<(\w*Input|Textarea)\b/.test(text)) assert.match(text, /data-autofocus/, file)
    }
  })
})
