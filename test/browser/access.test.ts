import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { browserMissing } from '../browser.ts'
import { addPerson, ageSessions, type Person, password, signIn as signInByApi } from '../console/people.ts'
import { base32, nextTotp, totp } from '../console/totp.ts'
import { checkPage, confirmIdentity, type Dashboard, openDashboard, phoneScreen } from '../dashboard.ts'
import { openSmtp, type SmtpServer } from '../smtp.ts'
import { until } from '../world.ts'

const chosen = 'four words nobody guesses'

describe('Access in the dashboard', { skip: browserMissing }, () => {
  let smtp: SmtpServer
  let dashboard: Dashboard
  let person: Person
  before(async () => {
    smtp = await openSmtp()
    dashboard = await openDashboard({ config: { smtpUrl: smtp.url } })
    person = await addPerson(dashboard.world, 1, 'viewer')
  })
  after(async () => {
    await smtp?.close()
    await dashboard?.close()
  })

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()

  async function signIn(page: Page, email: string, password: string): Promise<void> {
    await page.getByLabel(/^Email/).fill(email)
    await page.getByLabel(/^Password/).fill(password)
    await press(page, 'Sign in')
  }

  async function choosePassword(page: Page, first: string, second = first): Promise<void> {
    await page.getByLabel(/^New password/).fill(first)
    await page.getByLabel(/^Confirm password/).fill(second)
    await press(page, 'Save password')
  }

  it('invites a viewer after a confirmation, who uses the link once to choose a password', async (context) => {
    const owner = await dashboard.visit('/accounts/1/team')
    context.after(owner.leave)
    const email = 'asha@duka.example'
    await press(owner.page, 'Invite member')
    await owner.page.getByLabel(/^Email/).fill(email)
    await owner.page.getByRole('radio', { name: 'Viewer' }).check()
    await ageSessions(dashboard.world)
    await press(owner.page, 'Send invitation')
    await confirmIdentity(owner.page)
    await owner.page.getByText('We emailed the invitation to').waitFor()
    const link = (await owner.page.getByLabel('Invitation link', { exact: true }).textContent()) ?? ''
    await until('the letter is there', () => smtp.mails.some(({ to }) => to.includes(email)))
    await press(owner.page, 'I have copied it')
    const row = owner.page.getByRole('row', { name: email })
    await row.getByText('invited').waitFor()

    const invited = await dashboard.visit(link.replace(dashboard.address, ''), {
      as: null,
      viewport: phoneScreen,
      colorScheme: 'dark',
    })
    context.after(invited.leave)
    const { page } = invited
    await heading(page, 'Set a password')
    await checkPage(page)
    await choosePassword(page, 'short')
    await page.getByText('Use at least 8 characters.').waitFor()
    await choosePassword(page, chosen, `${chosen}!`)
    await page.getByText('The passwords do not match.').waitFor()
    await choosePassword(page, chosen)
    await heading(page, 'Sign in')
    await checkPage(page)
    await signIn(page, email, chosen)
    await page.getByRole('button', { name: 'Open menu' }).waitFor()
    await page.goto(`${dashboard.address}/accounts/1/team`)
    await page.getByText(email).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Invite member' }).count(), 0)
    await page.goto(link)
    await choosePassword(page, `${chosen} again`)
    await page.getByText('This link has expired').waitFor()
    assert.deepEqual([...owner.complaints, ...invited.complaints], [])
  })

  it('changes roles, keeps the last owner, and removes members', async (context) => {
    const { page, complaints, leave } = await dashboard.visit('/accounts/1/team')
    context.after(leave)
    await press(page, `Change role of ${person.email}`)
    await page.getByRole('radio', { name: 'Member' }).check()
    await press(page, 'Save role')
    await page.getByRole('row', { name: person.email }).getByText('Member').waitFor()
    assert.equal((await person.ask('GET', '/me')).body.accounts[0].role, 'member')

    await press(page, 'Change role of owner@ngoma.local')
    await page.getByRole('radio', { name: 'Viewer' }).check()
    await press(page, 'Save role')
    await page.getByText('An account needs at least one owner.').waitFor()
    assert.ok(await page.getByRole('radio', { name: 'Viewer' }).isChecked())
    await press(page, 'Cancel')
    const focused = () => page.evaluate<string | null>("document.activeElement?.getAttribute('aria-label') ?? null")
    await until('the focus is back', async () => (await focused()) === 'Change role of owner@ngoma.local')

    const other = await addPerson(dashboard.world, 1, 'viewer')
    await page.reload()
    await press(page, `Remove ${other.email}`)
    await press(page, 'Remove member')
    await page.getByText('no longer has access to this account').waitFor()
    await page.getByRole('row', { name: other.email }).waitFor({ state: 'detached' })
    assert.equal((await other.ask('GET', '/accounts/1')).status, 404)
    assert.deepEqual(complaints, [])
  })

  it('sets up a second factor, asks for it, takes a backup code in its place, and ends sessions', async (context) => {
    const { page, complaints, leave } = await dashboard.visit('/profile', { as: person })
    context.after(leave)
    await press(page, 'Set up')
    await page.getByLabel(/^Your password/).fill(person.password)
    await press(page, 'Continue')
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    const secret = base32((await page.getByLabel('Secret', { exact: true }).textContent()) ?? '')
    await page.getByLabel(/^2\. Enter the six digits/).fill(totp(secret))
    await press(page, 'Turn on')
    const listed = page.getByRole('list', { name: 'Backup codes' }).getByRole('listitem')
    await listed.nth(9).waitFor()
    const codes = await listed.allTextContents()
    assert.equal(codes.length, 10)
    const file = decodeURIComponent((await page.getByRole('link', { name: 'Download' }).getAttribute('href')) ?? '')
    assert.ok(codes.every((code) => file.includes(code)))
    await press(page, 'I have saved them')
    await page.getByText('Enabled', { exact: true }).waitFor()
    await press(page, 'Create new backup codes')
    await page.getByLabel(/^Your password/).fill(person.password)
    await press(page, 'Create new codes')
    await listed.nth(9).waitFor()
    const renewed = await listed.allTextContents()
    assert.ok(renewed.every((code) => !codes.includes(code)))
    await press(page, 'I have saved them')

    const second = await dashboard.visit('/sign-in?from=/profile', {
      as: null,
      viewport: phoneScreen,
      colorScheme: 'dark',
    })
    context.after(second.leave)
    await signIn(second.page, person.email, person.password)
    await second.page.getByLabel(/^Code/).fill(nextTotp(secret))
    await checkPage(second.page)
    await press(second.page, 'Continue')
    await second.page.getByText('This session').waitFor()

    const third = await dashboard.visit('/sign-in?from=/profile', { as: null })
    context.after(third.leave)
    await signIn(third.page, person.email, person.password)
    await press(third.page, 'Use a backup code')
    await third.page.getByLabel(/^Backup code/).fill(renewed[0] ?? '')
    await press(third.page, 'Continue')
    await third.page.getByText('This session').waitFor()

    await page.reload()
    const rows = page.getByRole('table', { name: 'Sessions' }).getByRole('row')
    await rows.nth(1).getByText('This session').waitFor()
    const before = await rows.count()
    // The newest of the others.
    await rows
      .nth(2)
      .getByRole('button', { name: /^End session of Chrome/ })
      .click()
    await page.getByText('Session ended.').waitFor()
    await until('one less', async () => (await rows.count()) === before - 1)
    await third.page.reload()
    await heading(third.page, 'Sign in')
    await press(page, 'End all other sessions')
    await until('this one alone', async () => (await rows.count()) === 2)
    await second.page.getByLabel(/^Name/).fill('Somebody else')
    await press(second.page, 'Save name')
    await second.page.getByText('You are signed out').waitFor()
    assert.equal(await second.page.getByLabel(/^Name/).inputValue(), 'Somebody else')
    await second.page.reload()
    await heading(second.page, 'Sign in')

    await press(page, 'Turn off')
    await page.getByLabel(/^Your password/).fill('wrong password')
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
    await page.getByRole('dialog').getByRole('alert').waitFor()
    await page.getByLabel(/^Your password/).fill(person.password)
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
    await page.getByText('Off', { exact: true }).waitFor()
    assert.deepEqual([...complaints, ...second.complaints, ...third.complaints], [])
  })

  it('emails a password reset link, and answers the same for unknown addresses', async (context) => {
    const { page, complaints, leave } = await dashboard.visit('/sign-in', { as: null })
    context.after(leave)
    const { email } = await addPerson(dashboard.world, 1, 'viewer')
    const ask = async (of: string) => {
      await press(page, 'Forgot your password?')
      await page.getByLabel(/^Email/).fill(of)
      await press(page, 'Send link')
      const said = (await page.getByRole('status').textContent()) ?? ''
      await press(page, 'Back to sign-in')
      return said.replace(of, '')
    }
    assert.equal(await ask('nobody@example.com'), await ask(email))
    const letters = () => smtp.mails.filter(({ to, source }) => to.includes(email) && source.includes('new password'))
    await until('the letter is there', () => letters().length > 0)
    const token = /token=([0-9a-f]{64})/.exec(letters()[0]?.source ?? '')?.[1]
    await page.goto(`${dashboard.address}/reset-password#token=${token}`)
    await choosePassword(page, chosen)
    await heading(page, 'Sign in')
    await signIn(page, email, chosen)
    await page.getByRole('button', { name: `Signed in as ${email}` }).waitFor()

    await page.goto(`${dashboard.address}/profile`)
    await page.getByLabel(/^Name/).fill('Neema')
    await press(page, 'Save name')
    await page.getByText('Name saved.').waitFor()
    await page.getByLabel(/^Current password/).fill('wrong password')
    await page.getByLabel(/^New password/).fill(`${chosen} more`)
    await page.getByLabel(/^Confirm password/).fill(`${chosen} more`)
    await press(page, 'Change password')
    await page.getByText('Check your input').waitFor()
    await page.getByLabel(/^Current password/).fill(chosen)
    await press(page, 'Change password')
    await page.getByText('Password changed.').waitFor()
    assert.equal((await signInByApi(dashboard.world, email, `${chosen} more`)).body.user.name, 'Neema')
    assert.equal(
      smtp.mails.some(({ to }) => to.includes('nobody@example.com')),
      false,
    )
    assert.deepEqual(complaints, [])
  })

  it('saves account settings and lists the changes in the audit log', async (context) => {
    const { page, complaints, leave } = await dashboard.visit('/accounts/1/settings')
    context.after(leave)
    await page.getByLabel(/^Name/).fill('Duka la Asha')
    await press(page, 'Save name')
    await page.getByRole('button', { name: 'Account: Duka la Asha' }).waitFor()
    await page.getByLabel('Limit sending hours').check({ force: true })
    await page.getByLabel('To', { exact: true }).fill('18:30')
    await press(page, 'Save hours')
    await page.getByRole('button', { name: 'Save hours', disabled: true }).waitFor()
    const help = page.getByRole('combobox', { name: 'Help keywords' })
    await help.fill('a-b')
    await help.press('Enter')
    await press(page, 'Save keywords')
    await page.getByText('A word has 1 to 32 letters and digits').waitFor()
    await help.press('Backspace')
    await help.fill('SAIDIA')
    await help.press('Enter')
    await press(page, 'Save keywords')
    await page.getByText('Keywords saved.').waitFor()
    await page.goto(`${dashboard.address}/accounts/1/audit`)
    const entry = page.getByRole('row', { name: /sending hours: / })
    assert.match((await entry.textContent()) ?? '', /owner@ngoma\.local.*08:00 to 18:30.*127\.0\.0\.1.*done/i)
    await page
      .getByText(/name: .* → Duka la Asha/)
      .first()
      .waitFor()
    await page.getByText(/help keywords: .*SAIDIA/).waitFor()
    await page.goto(`${dashboard.address}/operator/audit`)
    await page.getByText(`Signed in as ${person.email}`).first().waitFor()
    await page.getByLabel('User', { exact: true }).fill('nobody@example.com')
    await page.getByText('No matches.').waitFor()
    assert.match(
      (await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')) ?? '',
      /audit\.csv\?actor=nobody%40example\.com$/,
    )
    await press(page, 'Clear filters')
    await page.getByText(`Signed in as ${person.email}`).first().waitFor()

    const phone = await dashboard.visit('/accounts/1/settings', { viewport: phoneScreen, colorScheme: 'dark' })
    context.after(phone.leave)
    await phone.page.getByText('SAIDIA').waitFor()
    await phone.page.goto(`${dashboard.address}/accounts/1/audit`)
    await phone.page
      .getByText(/name: .* → Duka la Asha/)
      .first()
      .waitFor()

    const { email } = await addPerson(dashboard.world, 1, 'owner')
    const owner = await dashboard.visit('/accounts/1/settings', { as: { email, password } })
    context.after(owner.leave)
    await owner.page.getByText('Your administrator can change the name.').waitFor()
    await owner.page.getByRole('button', { name: 'Save keywords' }).waitFor()
    assert.equal(await owner.page.getByRole('button', { name: 'Save name' }).count(), 0)
    assert.deepEqual([...complaints, ...phone.complaints, ...owner.complaints], [])
  })
})
