import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { addOverdue, someSettings } from '../airtime.ts'
import { browserMissing } from '../browser.ts'
import { openCheckout, postForm } from '../checkout.ts'
import { addPerson, command } from '../console/people.ts'
import { type Dashboard, openDashboard, openInPage, phoneScreen, type Visit } from '../dashboard.ts'
import { until } from '../world.ts'

describe('Dashboard: airtime, PINs and checkout', { skip: browserMissing }, () => {
  let dashboard: Dashboard
  let visit: Visit
  before(async () => {
    dashboard = await openDashboard()
    visit = await dashboard.visit('/accounts/1/airtime')
  })
  after(async () => {
    await visit?.leave()
    await dashboard?.close()
  })

  const go = (path: string) => visit.page.goto(`${dashboard.address}${path}`)

  it('sends airtime once when the connection breaks, and shows the result', async () => {
    const { page, complaints } = visit
    await page.getByText('No airtime transfers yet').waitFor()
    await page.getByRole('button', { name: 'Send airtime' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send airtime' })
    const submit = dialog.getByRole('button', { name: 'Send airtime' })
    await dialog.getByLabel(/^Phone number/).fill('0712')
    await dialog.getByLabel(/^Amount/).fill('500.50')
    await dialog.getByLabel(/^Reference/).fill('order 4711')
    await submit.click()
    await dialog.getByText('is not a phone number of Tanzania').waitFor()

    await dialog.getByLabel(/^Phone number/).fill('0712 345 678')
    // The server accepts the transfer, and its response is lost.
    await page.route('**/v2/airtime', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await submit.click()
    await dialog.getByText('The server cannot be reached').waitFor()
    await page.unroute('**/v2/airtime')
    await submit.click()
    await dialog.waitFor({ state: 'hidden' })
    const row = page.getByRole('row').filter({ hasText: 'order 4711' })
    await row.getByText('Successful').waitFor()
    await row.getByText('500.50 TZS').waitFor()
    assert.equal((await command(dashboard.world, 'GET', '/accounts/1/airtime')).body.data.length, 1)

    await page.getByRole('button', { name: 'Send airtime' }).click()
    assert.equal(await dialog.getByLabel(/^Phone number/).inputValue(), '')
    await dialog.getByLabel(/^Phone number/).fill('255712340000')
    await dialog.getByLabel(/^Amount/).fill('20')
    await submit.click()
    await page.getByText('The network rejects this number').waitFor()
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Failed' }).click()
    await row.waitFor({ state: 'hidden' })
    assert.match(page.url(), /state=failed/)
    await page.getByText('The network rejects this number').waitFor()
    assert.deepEqual(complaints, [])
  })

  it('lets operators close an overdue transfer and add a provider', async () => {
    const { page, complaints } = visit
    const id = await addOverdue(dashboard.world, 1)
    await go('/operator/airtime')
    await page.getByRole('button', { name: `Close transfer ${id}` }).click()
    const ending = page.getByRole('dialog')
    await ending.getByRole('button', { name: 'Close transfer' }).click()
    await ending.getByText('Explain how you know the result').waitFor()
    await ending.getByLabel('Failed').check()
    await ending.getByLabel(/^Reason/).fill('They told us on the phone')
    await ending.getByRole('button', { name: 'Close transfer' }).click()
    await page.getByText('No overdue transfers').waitFor()
    const { body } = await command(dashboard.world, 'GET', '/accounts/1/airtime?state=failed')
    assert.equal(body.data[0].reason, 'They told us on the phone')

    await go('/operator/providers?product=airtime')
    await page.getByRole('button', { name: 'Add provider' }).click()
    await page.getByLabel(/^Name/).fill('example')
    await page.getByLabel(/^Priority/).fill('7')
    await page.getByRole('radiogroup', { name: 'Settings format' }).getByText('JSON').click()
    await page.getByLabel('Settings as JSON').fill(JSON.stringify(someSettings))
    await page.getByRole('button', { name: 'Add provider' }).click()
    await page.getByText('Check your input').waitFor()
    await page.getByLabel(/^Secret for \{secrets\.key\}/).fill('hush-hush')
    await page.getByRole('button', { name: 'Add provider' }).click()
    await page.getByRole('heading', { name: 'example' }).waitFor()
    await go('/operator/providers/example')
    await page.getByRole('button', { name: 'Pause provider' }).click()
    await page.getByText('Gets no new work until you resume it').waitFor()
    await go('/operator/providers')
    const row = page.getByRole('row').filter({ hasText: 'example' })
    await row.getByText('Paused').waitFor()
    assert.deepEqual(await row.getByText('7', { exact: true }).count(), 1)
    await row.getByRole('link', { name: 'example' }).click()
    await page.getByRole('button', { name: 'Remove provider' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove provider' }).click()
    await page.getByText('No providers yet').waitFor()

    await go('/operator/providers?dialog=add.chat')
    await page.getByLabel(/^Name/).fill('wa-form')
    await page.getByLabel(/^Business account ID/).fill('102290129340398')
    const numbers = [{ id: '106540352242922', number: '255700000001' }]
    await page.getByLabel(/^Numbers/).fill(JSON.stringify(numbers))
    await page.getByRole('button', { name: 'More settings' }).click()
    await page.getByLabel(/^Base URL/).fill('http://127.0.0.1:9')
    for (const secret of [/^Access token/, /^App secret/, /^Verify token/])
      await page.getByLabel(secret).fill('hush-hush')
    await page.getByRole('button', { name: 'Add provider' }).click()
    await page.getByRole('heading', { name: 'wa-form' }).waitFor()
    await page.getByRole('tab', { name: 'Settings' }).click()
    assert.deepEqual(JSON.parse(await page.getByLabel(/^Numbers/).inputValue()), numbers)
    assert.equal((await command(dashboard.world, 'DELETE', '/providers/wa-form')).status, 204)
    assert.deepEqual(complaints, [])
  })

  it('creates a PIN application, and shows its conversion, requests and blocked numbers', async () => {
    const { page, complaints } = visit
    const { world } = dashboard
    await go('/accounts/1/pins')
    await page.getByRole('button', { name: 'Create application' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(/^Name/).fill('Sign-in')
    await dialog.getByLabel(/^Text/).fill('Your code')
    await dialog.getByRole('button', { name: 'Create application' }).click()
    await dialog.getByText('Include {pin} in the text').waitFor()
    await dialog.getByLabel(/^Text/).fill('Your PIN is {pin}')
    await dialog.getByText('Preview: Your PIN is 123456').waitFor()
    await dialog.getByRole('button', { name: 'Create application' }).click()
    const row = page.getByRole('table', { name: 'PIN applications' }).getByRole('row').filter({ hasText: 'Sign-in' })
    await row.getByText('appId 2').waitFor()
    // The form starts with the server's defaults.
    const { body: usual } = await command(world, 'POST', '/accounts/1/otp/apps', { name: 'Another' })
    const { body: made } = await command(world, 'GET', '/accounts/1/otp/apps/2')
    for (const app of [usual, made]) for (const own of ['name', 'number', 'createdAt', 'changedAt']) delete app[own]
    assert.deepEqual(made, usual)

    for (const pin of ['123456', '000000']) {
      const { body } = await world.request('POST', '/v1/request', { body: { appId: 2, msisdn: '255712349999' } })
      await world.request('POST', '/v1/verify', { body: { pinId: body.data.pinId, pin } })
    }
    const change = row.getByRole('button', { name: 'Edit Sign-in' })
    await change.click()
    await dialog.getByLabel(/^Name/).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await until('the keyboard is where it was', () =>
      change.evaluate((button) => button.ownerDocument.activeElement === button),
    )
    await change.click()
    await dialog.getByLabel('Block', { exact: true }).check()
    await dialog.getByRole('combobox', { name: 'Allowed countries' }).fill('Tanz')
    await page.getByRole('option', { name: 'Tanzania' }).click()
    await dialog.getByRole('button', { name: 'Save application' }).click()
    await row.getByText('Block', { exact: true }).waitFor()
    assert.deepEqual((await command(world, 'GET', '/accounts/1/otp/apps/2')).body.countries, ['TZ'])
    await sql`
      insert into otp_prefixes (account_id, app_number, prefix, requests, verified, on_trial, blocked_until, changed_at)
      values (1, 2, '25577000', 30, 1, false, ${new Date(world.clock.now().getTime() + 3_600_000)}, ${world.clock.now()})
    `.execute(world.db)
    await page.reload()
    await row.getByText('1 of 2').first().waitFor()
    assert.equal(await row.getByText('50%').count(), 2)
    const requests = page.getByRole('table', { name: 'PIN requests' })
    await requests.getByText('Verified', { exact: true }).waitFor()
    await requests.getByText('Waiting', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Unblock 25577000' }).click()
    await page.getByRole('button', { name: 'Unblock numbers' }).click()
    await page.getByText('No blocked numbers').waitFor()
    assert.deepEqual(complaints, [])
  })

  it('lists checkout sessions and shows the details of one', async () => {
    const { page, complaints } = visit
    const { world } = dashboard
    await go('/accounts/1/checkout')
    await page.getByText('No checkout sessions yet').waitFor()
    const path = await openCheckout(world, { reference_number: 'order 7', amount: '1500.50', mobile: '255712345678' })
    await openCheckout(world, { reference_number: 'order 8' })
    const row = page.getByRole('row').filter({ hasText: 'order 7' })
    await row.getByText('1,500.50 TZS').waitFor()
    await row.getByText('Open', { exact: true }).waitFor()
    await row.getByRole('button', { name: 'Details of order 7' }).click()
    const dialog = page.getByRole('dialog', { name: 'Checkout session' })
    await dialog.getByText('The payer has not paid yet.').waitFor()
    await postForm(world, path, 'pay')
    await dialog.getByText('The payer has paid').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })

    // The details of a session on the second page keep that page.
    for (let number = 9; number < 18; number += 1) await openCheckout(world, { reference_number: `order ${number}` })
    await go('/accounts/1/checkout?checkout.size=10')
    await page.getByRole('button', { name: 'Next page' }).click()
    await row.getByRole('button', { name: 'Details of order 7' }).click()
    await dialog.getByText('The payer has paid').waitFor()
    assert.match(page.url(), /checkout\.page=/)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await row.waitFor()
    assert.match(page.url(), /checkout\.page=/)

    await go('/accounts/1/checkout?status=paid')
    await row.getByText('Paid', { exact: true }).waitFor()
    await page.getByRole('row').filter({ hasText: 'order 8' }).waitFor({ state: 'hidden' })
    assert.deepEqual(complaints, [])
  })

  it('shows viewers no button to make changes', async (context) => {
    const as = await addPerson(dashboard.world, 1, 'viewer')
    const { page, complaints, leave } = await dashboard.visit('/accounts/1/airtime', {
      as,
      viewport: phoneScreen,
      colorScheme: 'dark',
    })
    context.after(leave)
    await page.getByText('order 4711').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Send airtime' }).count(), 0)
    await openInPage(page, '/accounts/1/pins')
    await page.getByText('50%').first().waitFor()
    assert.equal(await page.getByRole('button', { name: /application|Edit/ }).count(), 0)
    await openInPage(page, '/accounts/1/checkout')
    await page.getByText('order 8').waitFor()
    assert.deepEqual(complaints, [])
    const operator = await dashboard.visit('/operator/providers', { viewport: phoneScreen })
    context.after(operator.leave)
    await operator.page.getByText('No providers yet').waitFor()
  })
})
