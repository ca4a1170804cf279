import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { parseMoney } from '../../src/values/money.ts'
import { browserMissing } from '../browser.ts'
import { addPerson, command, freshEmail, invite } from '../console/people.ts'
import { type Dashboard, openDashboard, type Visit } from '../dashboard.ts'

describe('operator pages of the dashboard', { skip: browserMissing }, () => {
  let dashboard: Dashboard
  let visit: Visit
  before(async () => {
    dashboard = await openDashboard()
    visit = await dashboard.visit('/operator/accounts')
  })
  after(async () => {
    await visit?.leave()
    await dashboard?.close()
  })

  it('creates an account, tops it up, and sets its limits', async () => {
    const { page, complaints } = visit
    await page.getByRole('button', { name: 'Create account' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Name/).fill('Shule ya Upendo')
    await dialog.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: 'Shule ya Upendo' }).waitFor()
    const id = Number(page.url().split('/').at(-1))
    const creditOf = async (product: string): Promise<string> => {
      const { body } = await command(dashboard.world, 'GET', `/accounts/${id}/balances`)
      return body.data.find((one: { product: string }) => one.product === product).available
    }
    const before = parseMoney(await creditOf('SMS')) ?? assert.fail()
    await page.getByRole('button', { name: 'Add credit for Messages (SMS)' }).click()
    await page.getByLabel(/^Amount/).fill('12,5')
    await page.getByRole('button', { name: 'Add credit', exact: true }).click()
    await page.getByText('Enter an amount such as').waitFor()
    await page.getByLabel(/^Amount/).fill('1250000.5')
    await page.getByRole('textbox', { name: 'Note' }).fill('Invoice 7')
    await page.getByRole('button', { name: 'Add credit', exact: true }).click()
    await page.getByText('Credit changed').waitFor()
    assert.equal(parseMoney(await creditOf('SMS')), before + (parseMoney('1250000.5') ?? 0n))
    const whole = new Intl.NumberFormat('en-GB').format(Math.floor(Number(await creditOf('SMS'))))
    await page.getByRole('table', { name: 'Credit' }).getByText(`${whole}.50`).waitFor()
    await page.getByLabel('Messages per day').fill('500')
    await page.getByRole('button', { name: 'Save details' }).click()
    await page.getByText('Details saved').waitFor()
    const { body } = await command(dashboard.world, 'GET', `/accounts/${id}`)
    assert.deepEqual([body.name, body.messagesPerDay], ['Shule ya Upendo', 500])
    assert.deepEqual(complaints, [])
  })

  it('creates a sub-account, changes its country and parent, and suspends and resumes it', async () => {
    const { page, complaints } = visit
    await page.goto(`${dashboard.address}/operator/accounts`)
    await page.getByRole('button', { name: 'Create account' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Name/).fill('Duka la Juma')
    await dialog.getByRole('combobox', { name: 'Country' }).fill('Kenya')
    await page.getByRole('option', { name: 'Kenya (KE)' }).click()
    await dialog.getByRole('combobox', { name: 'Parent account' }).fill('First')
    await page.getByRole('option', { name: 'First account (1)' }).click()
    await dialog.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: 'Duka la Juma' }).waitFor()
    const id = Number(page.url().split('/').at(-1))
    const read = async () => (await command(dashboard.world, 'GET', `/accounts/${id}`)).body
    const created = await read()
    assert.deepEqual([created.country, created.parentId], ['KE', 1])

    const details = page.getByRole('region', { name: 'Details' })
    await details.getByRole('button', { name: 'Clear: Parent account' }).click()
    await details.getByRole('combobox', { name: 'Country' }).fill('Uganda')
    await page.getByRole('option', { name: 'Uganda (UG)' }).click()
    await details.getByRole('button', { name: 'Save details' }).click()
    await page.getByText('Details saved.').waitFor()
    const changed = await read()
    assert.deepEqual([changed.country, changed.parentId], ['UG', null])

    await page.getByRole('button', { name: 'Suspend account' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Suspend account' }).click()
    await page.getByText('Duka la Juma is suspended.').waitFor()
    assert.notEqual((await read()).suspendedAt, null)
    await page.getByRole('button', { name: 'Resume account' }).click()
    await page.getByText('Duka la Juma is active again.').waitFor()
    assert.equal((await read()).suspendedAt, null)
    await page.getByRole('button', { name: 'Suspend account' }).waitFor()
    assert.deepEqual(complaints, [])
  })

  it('starts at the overview, also from addresses without a page', async () => {
    const { page } = visit
    for (const path of ['/', '/operator', '/accounts']) {
      await page.goto(`${dashboard.address}${path}`)
      await page.waitForURL(/\/operator\/overview$/)
    }
    await page.goto(`${dashboard.address}/accounts/1`)
    await page.waitForURL(/\/accounts\/1\/home$/)
  })

  it('approves one sender name and rejects another with a reason', async () => {
    const { page } = visit
    const { world } = dashboard
    for (const sender of ['DUKA', 'BENKI'])
      await command(world, 'POST', '/accounts/1/senders', { sender, sampleContent: `Habari kutoka ${sender}` })
    assert.equal((await world.send({ source_addr: 'DUKA' })).status, 400)
    await page.goto(`${dashboard.address}/operator/approvals`)
    await page.getByRole('button', { name: 'Approve BENKI' }).waitFor()
    await page.getByLabel('Search sender names').first().fill('duk')
    await page.getByRole('button', { name: 'Approve BENKI' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Approve DUKA' }).click()
    const dialog = page.getByRole('dialog', { name: 'Approve DUKA?' })
    await dialog.getByText('can then send messages from DUKA').waitFor()
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Sender name DUKA approved.').waitFor()
    assert.equal((await world.send({ source_addr: 'DUKA' })).body.code, 100)
    await page.getByRole('button', { name: 'Clear: Search sender names' }).click()
    await page.getByRole('button', { name: 'Reject BENKI' }).click()
    await page.getByLabel(/^Reason/).fill('You are no bank')
    await page.getByRole('button', { name: 'Reject', exact: true }).click()
    await page.getByText('No sender names wait for approval.').waitFor()
    await page.getByText('Rejected', { exact: true }).click()
    await page.getByText('You are no bank').waitFor()
  })

  it('makes a user an operator and creates a password reset link', async () => {
    const { page, complaints } = visit
    const email = freshEmail()
    await invite(dashboard.world, 1, 'member', email)
    await page.goto(`${dashboard.address}/operator/users?q=${encodeURIComponent(email)}`)
    await page.getByRole('button', { name: `Make operator: ${email}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make operator' }).click()
    await page.getByRole('button', { name: `Remove operator rights of ${email}` }).waitFor()
    await page.getByRole('button', { name: `Reset password of ${email}` }).click()
    await page.getByRole('button', { name: 'Create link' }).click()
    const link = await page.getByLabel(`Link for ${email}`, { exact: true }).innerText()
    assert.match(link, /\/reset-password#token=.{10,}/)
    await page.getByRole('button', { name: 'I have copied it' }).click()
    assert.deepEqual(complaints, [])
  })

  it('assigns a number to one account and a keyword to another', async () => {
    const { page, complaints } = visit
    await page.goto(`${dashboard.address}/operator/numbers`)
    await page.getByRole('button', { name: 'Add number' }).click()
    await page.getByLabel(/^Number or short code/).fill('15054')
    await page.getByRole('dialog').getByRole('button', { name: 'Add number' }).click()
    await page.getByRole('button', { name: 'Add keyword to 15054' }).click()
    await page.getByLabel(/^Keyword/).fill('shule')
    await page.getByRole('combobox', { name: 'Account' }).fill('Upendo')
    await page.getByRole('option', { name: /Upendo/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Add keyword' }).click()
    await page.getByRole('button', { name: /^Remove the keyword shule/i }).waitFor()

    // Adding an existing keyword or number must not take it from its account.
    await page.getByRole('button', { name: 'Add keyword to 15054' }).click()
    await page.getByLabel(/^Keyword/).fill('Shule!')
    await page.getByRole('combobox', { name: 'Account' }).fill('First')
    await page.getByRole('option', { name: /First/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Add keyword' }).click()
    await page.getByText(/^Account \d+ already has the keyword SHULE/).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Add number' }).click()
    await page.getByLabel(/^Number or short code/).fill('15054')
    await page.getByRole('dialog').getByRole('button', { name: 'Add number' }).click()
    await page.getByText('15054 already exists').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Edit 15054' }).click()
    await page.getByRole('combobox', { name: 'Owner' }).fill('First')
    await page.getByRole('option', { name: /First/ }).click()
    await page.getByRole('button', { name: 'Save number' }).click()
    await page.getByText('Account 1', { exact: true }).waitFor()
    const { body } = await command(dashboard.world, 'GET', '/inbound/numbers?q=15054')
    assert.deepEqual([body.data[0].accountId, body.data[0].keywords.length], [1, 1])
    assert.deepEqual(complaints, [])
  })

  it('is closed to other users', async (context) => {
    const person = await addPerson(dashboard.world, 1, 'viewer')
    const other = await dashboard.visit('/operator/accounts', { as: person })
    context.after(other.leave)
    await other.page.getByRole('heading', { name: 'This page is for operators' }).waitFor()
    assert.equal(await other.page.getByRole('link', { name: 'Providers' }).count(), 0)
  })
})
