import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { browserMissing } from '../browser.ts'
import { addPerson, command } from '../console/people.ts'
import { type Dashboard, shareDashboard } from '../dashboard.ts'
import { until } from '../world.ts'

const phone = '255713000555'

describe('Dashboard: personal data', { skip: browserMissing }, () => {
  let dashboard: Dashboard
  before(async () => {
    dashboard = await shareDashboard()
    const { world } = dashboard
    await command(world, 'POST', `${dashboard.account}/contacts`, { phone, firstName: 'Amina', city: 'Dodoma' })
    await command(world, 'POST', '/inbound/simulate', { from: phone, to: '15099', text: 'Hello' })
    const { body } = await world.send({ recipients: [{ recipient_id: 1, dest_addr: phone }], message: 'Dear Amina' })
    await until('it is delivered', async () => (await world.statuses(body.request_id)).get(phone) === 'DELIVERED')
  })
  after(() => dashboard?.close())

  it('finds, exports and erases the data of a number, and never has the number in an address', async (context) => {
    const { page, complaints, leave } = await dashboard.visit(`${dashboard.account}/person`)
    context.after(leave)
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    await page.getByText('Nobody has been erased yet.').waitFor()
    const number = page.getByLabel(/^Phone number/)
    const find = page.getByRole('button', { name: 'Find data' })
    await number.fill('Amina')
    await find.click()
    await page.getByText('Enter a phone number, such as').waitFor()
    await number.fill('255713000556')
    await find.click()
    await page.getByText('No records found. Older events').waitFor()
    await page.getByRole('button', { name: 'Erase data' }).waitFor()

    await number.fill('0713 000 555')
    await find.click()
    await page.getByRole('heading', { name: 'Stored about 0713 000 555' }).waitFor()
    await page.getByRole('button', { name: /^Contacts 1 record/ }).click()
    await page.getByRole('row', { name: /Amina · .*Dodoma/ }).waitFor()
    await page.getByRole('button', { name: /^Messages 1 record/ }).click()
    await page.getByRole('row', { name: /INFO · Dear Amina · DELIVERED/ }).waitFor()

    const [json] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as JSON' }).click(),
    ])
    assert.equal(json.suggestedFilename(), 'person.json')
    assert.equal(JSON.parse(readFileSync(await json.path(), 'utf8')).data.contacts[0].city, 'Dodoma')
    const [csv] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV: Contacts' }).click(),
    ])
    assert.match(
      readFileSync(await csv.path(), 'utf8'),
      new RegExp(`^id,accountId,phone,.*\\r\\n\\d+,${dashboard.world.accountId},255713000555,`),
    )

    await page.getByRole('button', { name: 'Erase data' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Messages: 1 record').waitFor()
    await dialog.getByText('This cannot be undone.').waitFor()
    await dialog.getByRole('button', { name: 'Erase data' }).click()
    await page.getByRole('row', { name: new RegExp(`^.*${dashboard.user.email} .* Done`) }).waitFor()
    await number.fill(phone)
    await find.click()
    await page.getByText('No records found.').waitFor()
    assert.deepEqual(
      addresses.filter((address) => address.includes('713000555')),
      [],
    )
    assert.deepEqual(complaints, [])
  })

  it('shows operators the data of all accounts, and members nothing', async (context) => {
    const { page, complaints, leave } = await dashboard.visit('/operator/person')
    context.after(leave)
    await page.getByLabel(/^Phone number/).fill(phone)
    await page.getByRole('button', { name: 'Find data' }).click()
    // The message belonged to no account.
    await page.getByRole('button', { name: /^Incoming messages 1 record/ }).waitFor()
    assert.deepEqual(complaints, [])
    const member = await addPerson(dashboard.world, dashboard.world.accountId, 'member')
    assert.equal((await member.ask('POST', `${dashboard.account}/person`, { phone })).status, 403)
  })
})
