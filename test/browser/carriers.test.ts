import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Smsc, startSmsc } from '../../tools/smsc/smsc.ts'
import { browserMissing } from '../browser.ts'
import { carrierOf } from '../centres.ts'
import { command } from '../console/people.ts'
import { type Dashboard, openDashboard, openInPage, phoneScreen, type Visit } from '../dashboard.ts'
import { until } from '../world.ts'

describe('carrier pages of the dashboard', { skip: browserMissing }, () => {
  let dashboard: Dashboard
  let smsc: Smsc
  let visit: Visit
  before(async () => {
    dashboard = await openDashboard()
    smsc = await startSmsc({ clock: dashboard.world.clock, delayMs: 10, systemId: 'ngoma', password: 'secret' })
    visit = await dashboard.visit('/operator/providers')
  })
  after(async () => {
    await visit?.leave()
    await dashboard?.close()
    await smsc?.close()
  })

  const go = (path: string) => visit.page.goto(`${dashboard.address}${path}`)
  const send = (number: string) => dashboard.world.send({ recipients: [{ recipient_id: 1, dest_addr: number }] })

  it('add a carrier, and keep the input that the server refuses', async () => {
    const { page, complaints } = visit
    await page.getByText('No providers yet').waitFor()
    await page.getByRole('button', { name: 'Add provider' }).click()
    const typed = [
      [/^Name/, 'north'],
      [/^Host/, '127.0.0.1'],
      [/^Port/, '70000'],
      [/^System ID/, 'ngoma'],
      [/^Password/, 'secret'],
    ] as const
    for (const [label, value] of typed) await page.getByLabel(label).fill(value)
    await page.getByRole('button', { name: 'Add provider' }).click()
    await page
      .getByRole('alert')
      .getByText('The settings are invalid: port must be a whole number from 1 to 65535.')
      .waitFor()
    for (const [label, value] of typed) assert.equal(await page.getByLabel(label).inputValue(), value)
    assert.equal(await page.getByLabel(/^Port/).getAttribute('aria-invalid'), 'true')

    await page.getByLabel(/^Port/).fill(String(smsc.port))
    await page.getByRole('button', { name: 'Add provider' }).click()
    await page.getByRole('heading', { name: 'north', level: 1 }).waitFor()
    await page.getByRole('table', { name: 'Binds' }).getByText('Up', { exact: true }).waitFor()
    await page.getByText('1 of 1').waitFor()
    assert.equal(smsc.counts().bound, 1)
    assert.deepEqual(complaints, [])
  })

  it('add a route and test a number', async () => {
    const { page, complaints } = visit
    await page.getByRole('link', { name: 'Add a route to north' }).click()
    await page.getByLabel(/^Prefix/).fill('+255')
    await page.getByRole('dialog').getByRole('button', { name: 'Add route' }).click()
    await page.getByText('Enter digits in international format').waitFor()
    await page.getByLabel(/^Prefix/).fill('255')
    await page.getByRole('dialog').getByRole('button', { name: 'Add route' }).click()
    const row = page.getByRole('row').filter({ hasText: '255…' })
    await row.getByRole('link', { name: 'north' }).waitFor()

    await page.getByLabel(/^Phone number/).fill('0712 345 678')
    await page.getByRole('button', { name: 'Test number' }).click()
    await page.getByText('A message from account 1 to +255 712 345 678 goes to north.').waitFor()
    const steps = page.getByRole('listitem').filter({ hasText: 'numbers starting with 255' })
    await steps.getByText('Chosen').waitFor()
    await steps.getByText('north is connected.').waitFor()
    await page.getByLabel(/^Phone number/).fill('254712345678')
    await page.getByRole('button', { name: 'Test number' }).click()
    await page.getByText('the message uses the simulated network').waitFor()
    assert.deepEqual(complaints, [])
  })

  it('show the throughput, pause a carrier, and refuse to remove it while messages wait', async () => {
    const { page, complaints } = visit
    const { world } = dashboard
    await send('255712000100')
    await until('it is counted', async () => {
      const { body } = await command(world, 'GET', '/providers/north/throughput')
      return body.minutes.some(({ taken }: { taken: number }) => taken === 1)
    })
    await go('/operator/providers/north')
    await page.getByText('1 accepted, 0 rejected, 0 errors.').first().waitFor()
    await page.getByRole('img', { name: /^1 accepted/ }).waitFor()
    await page.getByRole('button', { name: 'Pause provider' }).click()
    await page.getByText('Receives no messages until you resume it.').waitFor()
    assert.equal((await carrierOf(world, 'north')).paused, true)

    await send('255712000101')
    await go('/operator/queues')
    const queue = page.getByRole('row').filter({ hasText: 'north' })
    await queue.getByText('Single messages').waitFor()
    await go('/operator/providers/north')
    await page.getByRole('button', { name: 'Remove provider' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove provider' }).click()
    await page.getByText('The provider has open work.').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Resume provider' }).click()
    await page.getByText('Receives the messages of its routes.').waitFor()
    await until('what waited went out', () => smsc.counts().submitted === 2)
    assert.deepEqual(complaints, [])
  })

  it('change a carrier in the form or as JSON, and keep its secrets', async () => {
    const { page, complaints } = visit
    const { world } = dashboard
    await page.getByRole('tab', { name: 'Settings' }).click()
    await page.getByLabel(/^Window/).fill('25')
    await page.getByRole('button', { name: 'More settings' }).click()
    await page.getByLabel(/^Address range/).fill('^255')
    await page.getByText('JSON', { exact: true }).click()
    const json = page.getByLabel('Settings as JSON')
    const shown = await json.inputValue()
    assert.deepEqual(JSON.parse(shown), {
      host: '127.0.0.1',
      port: smsc.port,
      systemId: 'ngoma',
      window: 25,
      addressRange: '^255',
    })
    await json.fill(`${shown.trimEnd().slice(0, -1)},`)
    await page.getByRole('button', { name: 'Save provider' }).click()
    await page.getByText(/^Invalid JSON/).waitFor()
    await json.fill(shown.replace('"window": 25', '"window": 30'))
    await page.getByText('Form', { exact: true }).click()
    assert.equal(await page.getByLabel(/^Window/).inputValue(), '30')
    await page.getByRole('button', { name: 'Save provider' }).click()
    await page.getByText('Provider north saved').waitFor()
    await until(
      'it is bound again with the stored password',
      async () => (await carrierOf(world, 'north')).awaySince === null && smsc.counts().bound === 1,
    )
    const { settings, secrets } = await carrierOf(world, 'north')
    assert.equal(settings.window, 30)
    assert.deepEqual(secrets, ['password'])
    assert.deepEqual(complaints, [])
  })

  it('add an HTTP carrier and show its receipt URL', async () => {
    const { page, complaints } = visit
    await go('/operator/providers?dialog=add.sms')
    await page.getByLabel(/^Name/).fill('web')
    await page.getByRole('combobox', { name: /^Type/ }).click()
    await page.getByRole('option', { name: 'HTTP' }).click()
    const group = (name: string) => page.getByRole('group', { name, exact: true })
    await group('Send').getByLabel(/^URL/).fill('http://127.0.0.1:9/send')
    await group('Send')
      .getByLabel(/^Headers/)
      .fill('Authorization: Bearer {secrets.token}')
    await group('Send').getByLabel('Body', { exact: true }).fill('{ "to": "{phone}"')
    await page.getByLabel(/^Secret for \{secrets\.token\}/).fill('a token')
    await page.getByRole('switch', { name: /^Receipts/ }).check()
    const receipts = group('Receipts')
    await receipts.getByLabel(/^Reference/).fill('id')
    await receipts.getByLabel(/^State \*/).fill('status')
    for (const [label, value] of [
      [/^Delivered/, 'DONE'],
      [/^Undelivered/, 'FAILED'],
    ] as const) {
      await receipts.getByLabel(label).fill(value)
      await receipts.getByLabel(label).press('Enter')
    }
    await page.getByRole('button', { name: 'Add provider' }).click()
    await group('Send')
      .getByText(/^Invalid JSON/)
      .waitFor()
    await group('Send').getByLabel('Body', { exact: true }).fill('{ "to": "{phone}" }')
    await page.getByRole('button', { name: 'Add provider' }).click()
    await page.getByText(/\/carriers\/web\/receipts\//).waitFor()
    const { settings, secrets } = await carrierOf(dashboard.world, 'web')
    assert.deepEqual(settings, {
      send: {
        url: 'http://127.0.0.1:9/send',
        headers: { Authorization: 'Bearer {secrets.token}' },
        body: { to: '{phone}' },
      },
      receipts: { reference: 'id', state: 'status', states: { delivered: ['DONE'], undelivered: ['FAILED'] } },
    })
    assert.deepEqual(secrets, ['token', 'receipts'])
    await page.getByRole('button', { name: 'Remove provider' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove provider' }).click()
    await page.getByRole('heading', { name: 'Providers' }).waitFor()
    await page.getByRole('link', { name: 'web', exact: true }).waitFor({ state: 'detached' })
    assert.equal(await carrierOf(dashboard.world, 'web'), undefined)
    assert.deepEqual(complaints, [])
  })

  it('show unmatched receipts and the state of the system', async (context) => {
    const text = 'id:4711 sub:001 dlvrd:001 submit date:3001011200 done date:3001011201 stat:DELIVRD err:000 text:'
    await smsc.deliver('ngoma', {
      esm_class: 4,
      source_addr: '255712345678',
      destination_addr: 'INFO',
      short_message: Buffer.from(text),
    })
    const { page, complaints, leave } = await dashboard.visit('/operator/providers', {
      viewport: phoneScreen,
      colorScheme: 'dark',
    })
    context.after(leave)
    const shows: readonly (readonly [path: string, text: string])[] = [
      ['/operator/providers', 'Receives the messages of its routes.'],
      ['/operator/providers/north', '2 accepted, 0 rejected, 0 errors.'],
      ['/operator/providers/north?tab=settings', 'Save provider'],
      ['/operator/routes', '255…'],
      ['/operator/queues', 'No queued messages'],
      ['/operator/overview', '0 of 30'],
      ['/operator/receipts', '4711'],
      ['/operator/system', 'Queue age'],
    ]
    for (const [path, shown] of shows) {
      await openInPage(page, path)
      await page.getByText(shown).first().waitFor()
    }
    await page.getByRole('button', { name: 'Check ledger' }).click()
    await page.getByText('No errors').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download backup' }).click()
    assert.equal((await download).suggestedFilename(), 'ngoma.backup.gz')
    assert.equal(await (await download).failure(), null)
    await openInPage(page, '/operator/receipts?carrier=south')
    await page.getByText('No matches.').waitFor()
    assert.deepEqual(complaints, [])
  })
})
