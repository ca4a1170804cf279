import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Smsc, startSmsc } from '../../tools/smsc/smsc.ts'
import { browserMissing } from '../browser.ts'
import { carrierOf } from '../centres.ts'
import { command } from '../console/people.ts'
import { checkPage, type Dashboard, follow, openDashboard, phoneScreen, type Visit } from '../dashboard.ts'
import { until } from '../world.ts'

describe('Carriers in the dashboard', { skip: browserMissing }, () => {
  let dashboard: Dashboard
  let smsc: Smsc
  let visit: Visit
  before(async () => {
    dashboard = await openDashboard()
    smsc = await startSmsc({ clock: dashboard.world.clock, delayMs: 10, systemId: 'ngoma', password: 'secret' })
    visit = await dashboard.visit('/operator/carriers')
  })
  after(async () => {
    await visit?.leave()
    await dashboard?.close()
    await smsc?.close()
  })

  const go = (path: string) => visit.page.goto(`${dashboard.address}${path}`)
  const send = (number: string) => dashboard.world.send({ recipients: [{ recipient_id: 1, dest_addr: number }] })

  it('are added in a form; what the server will not have is said in its words, and nothing typed is lost', async () => {
    const { page, complaints } = visit
    await page.getByText('No carrier is set up').waitFor()
    await page.getByRole('button', { name: 'Add a carrier' }).click()
    const typed = [
      [/^Name/, 'north'],
      [/^Host/, '127.0.0.1'],
      [/^Port/, '70000'],
      [/^System ID/, 'ngoma'],
      [/^Password/, 'secret'],
    ] as const
    for (const [label, value] of typed) await page.getByLabel(label).fill(value)
    await page.getByRole('button', { name: 'Add carrier' }).click()
    await page.getByRole('alert').getByText('Invalid Settings: port must be a whole number from 1 to 65535').waitFor()
    for (const [label, value] of typed) assert.equal(await page.getByLabel(label).inputValue(), value)
    assert.equal(await page.getByLabel(/^Port/).getAttribute('aria-invalid'), 'true')
    await checkPage(page)

    await page.getByLabel(/^Port/).fill(String(smsc.port))
    await page.getByRole('button', { name: 'Add carrier' }).click()
    await page.getByRole('heading', { name: 'north', level: 1 }).waitFor()
    await page.getByRole('table', { name: 'Binds' }).getByText('Up', { exact: true }).waitFor()
    await page.getByText('1 of 1').waitFor()
    assert.equal(smsc.counts().bound, 1)
    await checkPage(page)
    assert.deepEqual(complaints, [])
  })

  it('get numbers by routes, and a number can be tried', async () => {
    const { page, complaints } = visit
    await page.getByRole('link', { name: 'Add a route to north' }).click()
    await page.getByLabel(/^Prefix/).fill('+255')
    await page.getByRole('button', { name: 'Add route' }).click()
    await page.getByText('Digits in international format').waitFor()
    await page.getByLabel(/^Prefix/).fill('255')
    await page.getByRole('button', { name: 'Add route' }).click()
    const row = page.getByRole('row').filter({ hasText: '255…' })
    await row.getByRole('link', { name: 'north' }).waitFor()

    await page.getByLabel(/^Number/).fill('+255 712 345 678')
    await page.getByRole('button', { name: 'Try this number' }).click()
    await page.getByText('255712345678 of account 1 goes to north.').waitFor()
    const steps = page.getByRole('listitem').filter({ hasText: 'numbers that begin with 255' })
    await steps.getByText('chosen').waitFor()
    await steps.getByText('north is up.').waitFor()
    await page.getByLabel(/^Number/).fill('254712345678')
    await page.getByRole('button', { name: 'Try this number' }).click()
    await page.getByText('the simulated network of staging takes it').waitFor()
    await checkPage(page)
    assert.deepEqual(complaints, [])
  })

  it('show what they took, wait while they are paused, and are not removed while something waits', async () => {
    const { page, complaints } = visit
    const { world } = dashboard
    await send('255712000100')
    await until('it is counted', async () => {
      const { body } = await command(world, 'GET', '/carriers/north/throughput')
      return body.minutes.some(({ taken }: { taken: number }) => taken === 1)
    })
    await go('/operator/carriers/north')
    await page.getByText('1 taken, 0 refused, 0 errors.').first().waitFor()
    await page
      .getByRole('img', { name: /^1 taken/ })
      .locator('svg')
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('It gets no messages until it is resumed.').waitFor()
    assert.equal((await carrierOf(world, 'north')).paused, true)

    await send('255712000101')
    await go('/operator/queues')
    const queue = page.getByRole('row').filter({ hasText: 'north' })
    await queue.getByText('Single messages').waitFor()
    await checkPage(page)
    await go('/operator/carriers/north')
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove carrier' }).click()
    await page.getByText('Carrier Has Waiting Messages').waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByText('It gets the messages that routes lead to it.').waitFor()
    await until('what waited went out', () => smsc.counts().submitted === 2)
    assert.deepEqual(complaints, [])
  })

  it('are changed in the form or as JSON, and keep their secrets', async () => {
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
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText(/^This is not JSON/).waitFor()
    await json.fill(shown.replace('"window": 25', '"window": 30'))
    await page.getByText('Form', { exact: true }).click()
    assert.equal(await page.getByLabel(/^Window/).inputValue(), '30')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Carrier north was changed').waitFor()
    await until(
      'it is bound anew, with the password that was kept',
      async () => (await carrierOf(world, 'north')).awaySince === null && smsc.counts().bound === 1,
    )
    const { settings, secrets } = await carrierOf(world, 'north')
    assert.equal(settings.window, 30)
    assert.deepEqual(secrets, ['password'])
    assert.deepEqual(complaints, [])
  })

  it('may be of a provider with an HTTP API, which is told where to push receipts', async () => {
    const { page, complaints } = visit
    await go('/operator/carriers?add=smpp')
    await page.getByLabel(/^Name/).fill('web')
    await page.getByRole('combobox', { name: /^Kind/ }).click()
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
    await page.getByRole('button', { name: 'Add carrier' }).click()
    await group('Send')
      .getByText(/^This is not JSON/)
      .waitFor()
    await checkPage(page)
    await group('Send').getByLabel('Body', { exact: true }).fill('{ "to": "{phone}" }')
    await page.getByRole('button', { name: 'Add carrier' }).click()
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
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove carrier' }).click()
    await page.getByRole('heading', { name: 'Carriers' }).waitFor()
    await page.getByRole('link', { name: 'web', exact: true }).waitFor({ state: 'detached' })
    assert.equal(await carrierOf(dashboard.world, 'web'), undefined)
    assert.deepEqual(complaints, [])
  })

  it('fit on a phone in the dark, with the receipts that match nothing and what the server is', async (context) => {
    const text = 'id:4711 sub:001 dlvrd:001 submit date:3001011200 done date:3001011201 stat:DELIVRD err:000 text:'
    await smsc.deliver('ngoma', {
      esm_class: 4,
      source_addr: '255712345678',
      destination_addr: 'INFO',
      short_message: Buffer.from(text),
    })
    const { page, complaints, leave } = await dashboard.visit('/operator/carriers', {
      viewport: phoneScreen,
      colorScheme: 'dark',
    })
    context.after(leave)
    const shows: readonly (readonly [path: string, text: string])[] = [
      ['/operator/carriers', 'It gets the messages that routes lead to it.'],
      ['/operator/carriers/north', '2 taken, 0 refused, 0 errors.'],
      ['/operator/carriers/north?tab=settings', 'Save changes'],
      ['/operator/routes', '255…'],
      ['/operator/queues', 'Nothing waits'],
      ['/operator/receipts', '4711'],
      ['/operator/system', 'Oldest message that waits'],
    ]
    for (const [path, shown] of shows) {
      await follow(page, path)
      await page.getByText(shown).first().waitFor()
      await checkPage(page)
    }
    await page.getByRole('button', { name: 'Check the ledger' }).click()
    await page.getByText('All is well').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download a backup' }).click()
    assert.equal((await download).suggestedFilename(), 'ngoma.backup.gz')
    assert.equal(await (await download).failure(), null)
    await follow(page, '/operator/receipts?carrier=south')
    await page.getByText('No matches.').waitFor()
    assert.deepEqual(complaints, [])
  })
})
