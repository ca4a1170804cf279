import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { CDPSession, Page } from 'playwright-core'
import { browserMissing } from '../browser.ts'
import { addPerson, command, type Person, password } from '../console/people.ts'
import { type Dashboard, shareDashboard } from '../dashboard.ts'

describe('Passkeys in the dashboard', { skip: browserMissing }, () => {
  let dashboard: Dashboard
  let person: Person
  let address: string
  before(async () => {
    dashboard = await shareDashboard()
    person = await addPerson(dashboard.world, dashboard.world.accountId, 'owner')
    // Browsers have passkeys for names, and on this machine without TLS.
    address = dashboard.address.replace('127.0.0.1', 'localhost')
  })
  after(() => dashboard?.close())

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

  async function addAuthenticator(page: Page, isUserVerified: boolean): Promise<{ cdp: CDPSession; id: string }> {
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('WebAuthn.enable')
    const options = {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    } as const
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options })
    return { cdp, id: authenticatorId }
  }

  it('are added, named, used to sign in and to confirm, and removed', async (context) => {
    const { page, leave } = await dashboard.visit('/sign-in', { as: null })
    context.after(leave)
    const { cdp, id } = await addAuthenticator(page, true)
    await page.goto(`${address}/sign-in?from=/profile`)
    await page.getByLabel(/^Email/).fill(person.email)
    await page.getByLabel(/^Password/).fill(password)
    await press(page, 'Sign in')
    await page.getByRole('heading', { level: 1, name: 'Profile and security' }).waitFor()
    await press(page, 'Add passkey')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Name/).fill('Laptop')
    await dialog.getByRole('button', { name: 'Add passkey' }).click()
    const row = page.getByRole('row', { name: /Laptop/ })
    await row.waitFor()
    await press(page, 'Rename Laptop')
    await dialog.getByLabel(/^Name/).fill('My laptop')
    await dialog.getByRole('button', { name: 'Save name' }).click()
    await page.getByRole('row', { name: /My laptop/ }).waitFor()

    // Both factors: the account is open, and nothing but the passkey was given.
    const requireTwoFactor = (twoFactorRequired: boolean) =>
      command(dashboard.world, 'PATCH', dashboard.account, { twoFactorRequired })
    assert.equal((await requireTwoFactor(true)).status, 200)
    context.after(() => requireTwoFactor(false))
    await page.context().clearCookies()
    await page.goto(`${address}/sign-in?from=${dashboard.account}/api`)
    await press(page, 'Sign in with a passkey')
    await page.getByRole('heading', { level: 1, name: 'Developer' }).waitFor()
    const { rows } = await sql<{ action: string; status: number; user: string }>`
      select action, status, detail ->> 'user' as user from audit_entries where action like '%passkey%' order by id desc limit 1
    `.execute(dashboard.world.db)
    assert.deepEqual(rows, [{ action: 'session.begin-passkey', status: 200, user: person.id }])

    // A session that began long ago asks for the passkey before it makes a key, and makes it then.
    await sql`update auth_sessions set "provedAt" = now() - interval '1 hour', "createdAt" = now() - interval '1 hour' where "userId" = ${person.id}`.execute(
      dashboard.world.db,
    )
    await press(page, 'Create key')
    await dialog.getByLabel(/^Name/).fill('Made after a proof')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('dialog', { name: 'Confirm your identity' }).waitFor()
    await press(page, 'Use a passkey')
    await page.getByText('This is shown only once').waitFor()
    await press(page, 'I have copied it')

    await page.goto(`${address}/profile`)
    await press(page, 'Remove My laptop')
    await dialog.getByRole('button', { name: 'Remove passkey' }).click()
    await page.getByText('No passkeys yet').waitFor()
    await page.context().clearCookies()
    await page.goto(`${address}/sign-in`)
    await press(page, 'Sign in with a passkey')
    await page.getByText(/The passkey was removed/).waitFor()
    await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: id })
  })

  it('are rejected from a device that did not verify its user', async (context) => {
    const other = await addPerson(dashboard.world, dashboard.world.accountId, 'viewer')
    const { page, leave } = await dashboard.visit('/sign-in', { as: null })
    context.after(leave)
    await addAuthenticator(page, false)
    await page.goto(`${address}/sign-in?from=/profile`)
    await page.getByLabel(/^Email/).fill(other.email)
    await page.getByLabel(/^Password/).fill(password)
    await press(page, 'Sign in')
    await press(page, 'Add passkey')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Name/).fill('Laptop')
    await dialog.getByRole('button', { name: 'Add passkey' }).click()
    await dialog.getByRole('alert').waitFor()
    const { rows } = await sql`select 1 from auth_passkeys where "userId" = ${other.id}`.execute(dashboard.world.db)
    assert.equal(rows.length, 0)
  })
})
